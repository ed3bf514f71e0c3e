import type { Endpoint, RequestOf } from '@tsedra/contract/endpoint'
import type { Problem } from '@tsedra/contract/errors'
import { saveFile } from '../settings/save-file.ts'
import { ApiError, hasAppHeader, isApiResponse, UnreachableError } from '../shared/api.ts'
import { buildRequest } from '@tsedra/contract/build-request'

/**
 * Fetches a CSV file and saves it under the name in the response.
 *
 * @throws ApiError for a rejected request, UnreachableError without a response of the API
 */
export async function downloadCsv<E extends Endpoint>(
  address: E['route'],
  input: { query?: RequestOf<E>['query'] } = {},
): Promise<void> {
  try {
    const response = await fetch(buildRequest(address, input).url)
    if (!response.ok && isApiResponse(response)) {
      const { code, message, details } = (await response.json()) as Problem
      if (response.status < 500) throw new ApiError(code, response.status, message, details)
    }
    if (!response.ok || !hasAppHeader(response)) throw new UnreachableError(`${response.status}`)
    const [, name = 'table.csv'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
    saveFile(name, await response.blob())
  } catch (cause) {
    if (cause instanceof ApiError || cause instanceof UnreachableError) throw cause
    throw new UnreachableError('network', { cause })
  }
}
