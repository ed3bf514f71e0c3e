import { buildRequest } from '@tsedra/contract/build-request'
import type { Language } from '@tsedra/contract/language'
import { mergeDelta } from '@tsedra/contract/merge-delta'
import type { getCatalogue, Snapshot } from '@tsedra/contract/snapshot'
import { hasAppHeader, isApiResponse } from '../../shared/api.ts'
import { yieldToMain } from '../../shared/idle.ts'
import { registerPreload } from '../../shared/lazy-component.ts'
import { UPDATE_REQUIRED_EVENT } from '../../shared/update-required.ts'
import type { StoredSnapshot } from '../local/catalogue-database.ts'
import { canHash, hashSnapshot } from './hash-snapshot.ts'

/** Timeout in milliseconds: a snapshot is slow on a bad network. */
const REQUEST_TIMEOUT_MS = 60_000

const address: (typeof getCatalogue)['route'] = 'GET /api/catalogue/:lang'

/** `same` when the stored snapshot is the newest; undefined without a valid response. */
export type FetchedSnapshot = 'same' | { etag: string; snapshot: Snapshot } | undefined

/**
 * Fetches the snapshot of a language: with a stored one only what has changed since, and all of it when that is not
 * possible (infra/decisions/0018-local-catalogue.md).
 *
 * @throws without a response
 */
export async function fetchSnapshot(lang: Language, stored: StoredSnapshot | undefined): Promise<FetchedSnapshot> {
  const fetched = stored && canHash() ? await fetchChanges(lang, stored) : 'refused'
  if (fetched !== 'refused') return fetched
  const response = await request(lang, stored)
  return isSame(response, stored) ? 'same' : readSnapshot(response, await readBody(response), lang)
}

/** Fetches what has changed; `refused` when the snapshot cannot be completed with it. */
async function fetchChanges(lang: Language, stored: StoredSnapshot): Promise<FetchedSnapshot | 'refused'> {
  const response = await request(lang, stored, stored.version)
  if (isSame(response, stored)) return 'same'
  // The release before this one refuses the parameter.
  if (response.status === 400) return 'refused'
  const body = await readBody(response)
  if (!response.ok || !isApiResponse(response) || isWhole(body)) return readSnapshot(response, body, lang)
  return (await applyDelta(body, stored, response.headers.get('etag'))) ?? 'refused'
}

const request = (lang: Language, stored: StoredSnapshot | undefined, since?: number): Promise<Response> =>
  fetch(buildRequest(address, { params: { lang }, query: { since: since?.toString() } }).url, {
    credentials: 'omit',
    headers: stored ? { 'If-None-Match': stored.etag } : {},
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })

const isSame = (response: Response, stored: StoredSnapshot | undefined): boolean =>
  response.status === 304 && stored !== undefined && hasAppHeader(response)

/** Reads a body as JSON; undefined for one that is truncated or no JSON. */
const readBody = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

const isWhole = (body: unknown): boolean => typeof body === 'object' && body !== null && !('since' in body)

const loadSchema = () => import('@tsedra/contract/snapshot')
registerPreload(loadSchema)

/**
 * Validates a snapshot by the contract's schema, which is loaded on first use (12 KB). A newer schema version means that a newer
 * build of the page exists. To evaluate the schemas, to validate and to store are tasks of their own: together they would be
 * the longest of a first visit.
 */
async function readSnapshot(response: Response, body: unknown, lang: Language): Promise<FetchedSnapshot> {
  const etag = response.headers.get('etag')
  if (!response.ok || !isApiResponse(response) || !etag) return undefined
  const { CATALOGUE_SCHEMA, snapshot } = await loadSchema()
  await yieldToMain()
  const { success, data } = snapshot.safeParse(body)
  await yieldToMain()
  if (!success && Number((body as { schema?: unknown } | null | undefined)?.schema) > CATALOGUE_SCHEMA)
    dispatchEvent(new Event(UPDATE_REQUIRED_EVENT))
  return success && data.lang === lang && data.products.length > 0 ? { etag, snapshot: data } : undefined
}

/**
 * Applies a delta; undefined unless the result is the snapshot of the ETag, byte for byte. So a delta that is damaged, or
 * that another process has computed from another state, is refused.
 */
async function applyDelta(body: unknown, stored: StoredSnapshot, etag: string | null): Promise<FetchedSnapshot> {
  const { catalogueDelta } = await loadSchema()
  const { success, data } = catalogueDelta.safeParse(body)
  if (!success || data.lang !== stored.lang) return undefined
  const snapshot = mergeDelta(stored.data, data)
  // mutation test: delta-verified
  if (!etag || (await hashSnapshot(snapshot)) !== etag) return undefined
  return snapshot.products.length > 0 ? { etag, snapshot } : undefined
}
