import { createLog } from '@tsedra/service/log'
import { languages } from '@tsedra/contract/language'
import express from 'express'
import { expect, test } from 'vitest'
import type { ReadModel } from '../catalogue/read-model.ts'
import { createCachedUrls } from '../http/cached-urls.ts'
import { listen } from '../http/listen.ts'
import { createPageHandler } from './page-routes.ts'
import { buildSitemap } from './sitemap.ts'

const ORIGIN = 'https://tsedra.example'
const MAX_ADDRESSES = 50_000
const MAX_BYTES = 52_428_800
/** Addresses of the static pages. */
const STATIC = 8 * languages.length

/** Returns a catalogue with so many addresses of products. */
const buildModel = (addresses: number, pictures: readonly string[] = []): Pick<ReadModel, 'listPaths'> => ({
  listPaths: () =>
    Array.from({ length: addresses }, (_, index) => ({
      path: `/product/product-${index}`,
      changedAt: '2026-03-01T10:00:00Z',
      translatedInto: ['ua'],
      pictures,
    })),
})

const readAddresses = (xml = '') => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
const sizeOf = (xml: string) => ({ addresses: xml.match(/<url>/g)?.length ?? 0, bytes: Buffer.byteLength(xml) })

test('50,000 addresses are one file', () => {
  const sitemap = buildSitemap(buildModel(MAX_ADDRESSES - STATIC), ORIGIN)

  expect([...sitemap.keys()]).toEqual(['/sitemap.xml'])
  expect(sizeOf(sitemap.get('/sitemap.xml') ?? '').addresses).toBe(MAX_ADDRESSES)
})

test('one address more makes an index of two parts, which have every address once', () => {
  const model = buildModel(MAX_ADDRESSES - STATIC + 1)
  const sitemap = buildSitemap(model, ORIGIN)

  expect([...sitemap.keys()]).toEqual(['/sitemap.xml', '/sitemap-1.xml', '/sitemap-2.xml'])
  expect(sitemap.get('/sitemap.xml')).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      `<sitemap><loc>${ORIGIN}/sitemap-1.xml</loc></sitemap>`,
      `<sitemap><loc>${ORIGIN}/sitemap-2.xml</loc></sitemap>`,
      '</sitemapindex>\n',
    ].join('\n'),
  )
  const parts = [sitemap.get('/sitemap-1.xml'), sitemap.get('/sitemap-2.xml')].map(readAddresses)
  expect(parts.map(({ length }) => length)).toEqual([MAX_ADDRESSES, 1])
  expect(new Set(parts.flat()).size).toBe(MAX_ADDRESSES + 1)
})

test('no file exceeds the bytes of the protocol when pages have many pictures', () => {
  const pictures = Array.from({ length: 8 }, (_, index) => `/media/${'й'.repeat(300)}-${index}.webp`)
  const sitemap = buildSitemap(buildModel(5_000, pictures), ORIGIN)

  const parts = [...sitemap].filter(([path]) => path !== '/sitemap.xml').map(([, xml]) => sizeOf(xml))
  expect(parts.length).toBeGreaterThan(1)
  for (const { bytes } of parts) expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
  expect(parts.reduce((total, { addresses }) => total + addresses, 0)).toBe(5_000 + STATIC)
})

test('every part is served and written once per version of the catalogue; other numbers are missing', async () => {
  let written = 0
  const { listPaths } = buildModel(MAX_ADDRESSES)
  const current = {
    listPaths() {
      written += 1
      return listPaths()
    },
  } as ReadModel
  let publish = () => {}
  const handler = createPageHandler({
    catalogue: { current, onChange: (listener) => void (publish = () => listener(current)) },
    cachedUrls: createCachedUrls(),
    pageDir: 'none',
    publicOrigin: ORIGIN,
    log: createLog('test', 'silent'),
  })
  const app = express().use((req, res, next) => {
    // Without a page build a page that is not a file of the sitemap is an error.
    Promise.resolve(handler(req, res, next)).catch(() => res.sendStatus(404))
  })
  const server = await listen(app, 0)
  const read = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`)

  const index = await read('/sitemap.xml')
  expect(index.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const addresses = readAddresses(await index.text())
  expect(addresses).toEqual([`${ORIGIN}/sitemap-1.xml`, `${ORIGIN}/sitemap-2.xml`])
  const counts: number[] = []
  for (const address of addresses) {
    const part = await read((address ?? '').slice(ORIGIN.length))
    expect([part.status, part.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
    counts.push(sizeOf(await part.text()).addresses)
  }
  expect(counts).toEqual([MAX_ADDRESSES, STATIC])
  for (const path of ['/sitemap-0.xml', '/sitemap-3.xml', '/sitemap-01.xml', '/sitemap-.xml', '/sitemap-1.xml/'])
    expect((await read(path)).status, path).toBe(404)
  expect(await (await read('/robots.txt')).text()).toContain(`Sitemap: ${ORIGIN}/sitemap.xml\n`)
  expect(written).toBe(1)

  publish()
  await read('/sitemap-2.xml')
  expect(written).toBe(2)
  await server.close(0)
})
