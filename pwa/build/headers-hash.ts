import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Inserts a hash of the edge's headers into the page. A cached page keeps its response headers, and the service worker
 * fetches it again only when its bytes change (infra/decisions/0017-service-worker.md).
 */
export function headersHash(headers: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'headers-hash',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'headers', content: hashHeaders(headers) }, injectTo: 'head' },
    ],
  }
}

export const hashHeaders = (headers: Readonly<Record<string, string>>): string =>
  createHash('sha256').update(JSON.stringify(headers)).digest('hex').slice(0, 12)
