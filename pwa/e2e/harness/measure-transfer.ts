import type { Page } from '@playwright/test'

/** Bytes as they cross the wire, headers included. */
export interface Transfer {
  responses: { url: string; kind: Kind; bytes: number }[]
  bytes: Record<Kind | 'all', number>
}

const kinds = ['html', 'code', 'fonts', 'pictures', 'data'] as const
type Kind = (typeof kinds)[number]

/** Kinds by the resource types of the protocol; others are data. */
const kindOf: Record<string, Kind> = {
  Document: 'html',
  Script: 'code',
  Stylesheet: 'code',
  Font: 'fonts',
  Image: 'pictures',
}

/** Seconds after the load event; what is requested later is for offline use (pwa/src/shared/idle.ts). */
const VISIT_S = 2.9

/** Opens an address in a new page, and counts what the visit itself requests. Chromium only. */
export async function measureTransfer(page: Page, path: string): Promise<Transfer> {
  const client = await page.context().newCDPSession(page)
  const requests = new Map<string, { url: string; kind: Kind; startedS: number; bytes: number }>()
  let loadedS = Number.POSITIVE_INFINITY
  client.on('Network.requestWillBeSent', ({ requestId, request, type = '', timestamp }) => {
    if (request.url.startsWith('data:')) return
    const { pathname } = new URL(request.url)
    requests.set(requestId, { url: pathname, kind: kindOf[type] ?? 'data', startedS: timestamp, bytes: 0 })
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) request.bytes = encodedDataLength
  })
  client.on('Page.loadEventFired', ({ timestamp }) => {
    loadedS = timestamp
  })
  await Promise.all([client.send('Network.enable'), client.send('Page.enable')])
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const responses = [...requests.values()].filter(({ startedS }) => startedS < loadedS + VISIT_S)
  const bytes = { all: 0, ...Object.fromEntries(kinds.map((kind) => [kind, 0])) } as Transfer['bytes']
  for (const response of responses) {
    bytes[response.kind] += response.bytes
    bytes.all += response.bytes
  }
  return { responses, bytes }
}
