import type { Endpoint, SentTo } from '@tsedra/contract/endpoint'
import type { Problem } from '@tsedra/contract/errors'
import { saveFile } from '../settings/save-file.ts'
import { ApiRefusal, isMarked, isOurs, Unreachable } from '../shared/api.ts'
import { locate } from '@tsedra/contract/locate'

/**
 * Fetches a table for spreadsheets and lets the browser save it under the name that the shop gives it.
 *
 * @throws ApiRefusal when the API said no, Unreachable when nobody of ours answered
 */
export async function downloadTable<E extends Endpoint>(
  address: E['address'],
  input: { query?: SentTo<E>['query'] } = {},
): Promise<void> {
  try {
    const response = await fetch(locate(address, input).url)
    if (!response.ok && isOurs(response)) {
      const { code, message, details } = (await response.json()) as Problem
      if (response.status < 500) throw new ApiRefusal(code, response.status, message, details)
    }
    if (!response.ok || !isMarked(response)) throw new Unreachable(`${response.status}`)
    const [, name = 'table.csv'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    saveFile(name, await response.blob())
  } catch (cause) {
    if (cause instanceof ApiRefusal || cause instanceof Unreachable) throw cause
    throw new Unreachable('network', { cause })
  }
}
