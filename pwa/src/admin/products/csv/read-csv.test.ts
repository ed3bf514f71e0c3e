import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

test('a table is read as UTF-8 with or without its mark, else as a Ukrainian Windows writes it', async () => {
  expect(await readCsv(new Blob(['\ufeffslug;name_ua\nlime;Лайм']))).toBe('slug;name_ua\nlime;Лайм')
  // «Лайм» in windows-1251.
  expect(await readCsv(new Blob([new Uint8Array([0xcb, 0xe0, 0xe9, 0xec])]))).toBe('Лайм')
})

test('what the shop would not take is not sent', async () => {
  expect(await readCsv(new Blob(['x'.repeat(3_900_001)]))).toBeUndefined()
})
