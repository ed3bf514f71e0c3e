import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faviconCacheControl, pageHeaders, pageTimeoutMs, pictureHeaders, generatedFiles } from './headers.ts'

const caddyfile = readFileSync(new URL('../docker/Caddyfile', import.meta.url), 'utf8')

test.each(Object.entries(pageHeaders))('Caddy and the local edge send the same %s with a page', (name, value) => {
  const match = new RegExp(`^\\s+${name} (?:"([^"]*)"|(\\S+))$`, 'm').exec(caddyfile)

  expect(match?.[1] ?? match?.[2]).toBe(value)
})

test.each(Object.entries(pictureHeaders))('Caddy and the local edge send the same %s with a picture', (name, value) => {
  const match = new RegExp(`header_down ${name} (?:"([^"]*)"|(\\S+))$`, 'm').exec(caddyfile)

  expect(match?.[1] ?? match?.[2]).toBe(value)
})

test('Caddy waits for a page as long as the local edge, and has the plain one when the API is busy', () => {
  const pageBlock = /handle @page \{[\s\S]*?\n\t\}/.exec(caddyfile)?.[0] ?? ''

  expect(pageBlock).toContain('import page_headers')
  expect(pageBlock).toContain('reverse_proxy {$API_ADDRESS:api:3000}')
  expect(pageBlock).toContain(`response_header_timeout ${pageTimeoutMs / 1000}s`)
  expect(pageBlock).toMatch(/@busy status 429 5xx\s+handle_response @busy \{\s+import plain_page/)
  expect(/handle_errors \{[\s\S]*/.exec(caddyfile)?.[0]).toMatch(
    /handle @unwritten \{\s+import page_headers\s+import plain_page/,
  )
})

test('Caddy lets the API write what crawlers ask for', () => {
  expect(caddyfile).toContain(`@written path ${generatedFiles.join(' ')}\n`)
})

test('Caddy caches the icon as long as the local edge', () => {
  const iconBlock = /handle \/favicon\.ico \{[\s\S]*?\n\t\}/.exec(caddyfile)?.[0] ?? ''

  expect(iconBlock).toContain('import page_headers')
  expect(iconBlock).toContain(`header Cache-Control "${faviconCacheControl}"\n`)
})

test('no edge sends Clear-Site-Data: it would delete unsent orders', () => {
  expect(caddyfile).not.toMatch(/clear-site-data/i)
  expect(Object.keys({ ...pageHeaders, ...pictureHeaders }).join()).not.toMatch(/clear-site-data/i)
})
