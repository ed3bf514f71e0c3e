import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

test('a file is decoded as UTF-8 with or without a byte order mark, otherwise as windows-1251', async () => {
  expect(await readCsv(new Blob(['\ufeffslug;name_ua\nlime;Лайм']))).toBe('slug;name_ua\nlime;Лайм')
  // «Лайм» in windows-1251.
  expect(await readCsv(new Blob([new Uint8Array([0xcb, 0xe0, 0xe9, 0xec])]))).toBe('Лайм')
})

test('a file longer than the limit is not sent', async () => {
  expect(await readCsv(new Blob(['x'.repeat(3_900_001)]))).toBeUndefined()
})
