import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageHeaders, pictureHeaders } from './headers.ts'

const caddyfile = readFileSync(new URL('../docker/Caddyfile', import.meta.url), 'utf8')

test.each(Object.entries(pageHeaders))('Caddy and the local edge send the same %s with a page', (name, value) => {
  const written = new RegExp(`^\\s+${name} (?:"([^"]*)"|(\\S+))$`, 'm').exec(caddyfile)

  expect(written?.[1] ?? written?.[2]).toBe(value)
})

test.each(Object.entries(pictureHeaders))('Caddy and the local edge send the same %s with a picture', (name, value) => {
  const written = new RegExp(`header_down ${name} (?:"([^"]*)"|(\\S+))$`, 'm').exec(caddyfile)

  expect(written?.[1] ?? written?.[2]).toBe(value)
})

test('no edge ever asks a phone to forget what it holds: unsent orders are among it', () => {
  expect(caddyfile).not.toMatch(/clear-site-data/i)
  expect(Object.keys({ ...pageHeaders, ...pictureHeaders }).join()).not.toMatch(/clear-site-data/i)
})
