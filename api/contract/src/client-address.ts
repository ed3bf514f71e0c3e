import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** For the check of the proxies in front of the API (infra/decisions/0015-containers.md). */
export const getClientAddress = endpoint({
  route: 'GET /api/client-address',
  summary: 'The address that the shop counts the caller’s requests under.',
  response: z.object({ address: z.string() }),
})
