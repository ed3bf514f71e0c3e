import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, csvStart, parseCsv } from './csv.ts'

test('parseCsv returns any table that csvLine wrote', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'\'=+-@\t\r\n;," 1.\u200b\u2060\ufeff＝') }),
    fc.constantFrom('-1', "'-1", "'=x", "''=x", '12,50'),
  )
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(table, (rows) => {
      // parseCsv detects the delimiter in the first line: the column names, as in every exported table.
      const named = [['a', 'b'], ...rows]
      expect(parseCsv(csvStart + named.map(csvLine).join(''))).toEqual(named)
    }),
    { numRuns: 500 },
  )
})

test.each([
  '=HYPERLINK("https://evil.example";"x")',
  '+380501234567',
  '-2+3+cmd|x!A0',
  '@SUM(1+1)',
  '\t=1',
  '\r=1',
  "'=1",
  '＝1+1',
  '﹦1+1',
  '\u200b=cmd|x!A0',
  '\u200b\u2060＝1+1',
  ' =1',
  '\u00a0\u3000@SUM(1+1)',
  '\n=1',
  '\u202e\u061c=1',
  '\u3164\u2800=1',
  '\ufeff=1',
  '\u0001=1',
  '\u{e0041}=1',
])('csvLine protects a spreadsheet from the formula %j', (text) => {
  expect(csvLine([text])).toMatch(/^"?'/)
})

test('csvLine leaves numbers and ordinary text unchanged', () => {
  expect(csvLine(['-1', '12,50', '0'])).toBe('-1;"12,50";0\r\n')
  expect(csvLine(['Оля 👩\u200d🍳', 'a = b', '1-2'])).toBe('Оля 👩\u200d🍳;a = b;1-2\r\n')
})

test.each([
  ['a,b\n1,"x,y"', ['1', 'x,y']],
  ['a;b\r\n1;"x\r\ny"\r\n', ['1', 'x\r\ny']],
  ['a\tb\n1\t"say ""hi"""', ['1', 'say "hi"']],
  ['a;b\n1;', ['1', '']],
  ['a;b\r1;2\r', ['1', '2']],
  ['a;b\n1;2;3', ['1', '2', '3']],
  ['a;b\n1', ['1']],
  ['a;b\n5" чаша;так "і" так', ['5" чаша', 'так "і" так']],
  ['a;b\n"x" ;"y" ', ['x', 'y']],
  ['a\tb\n"x"\t"y"', ['x', 'y']],
  ['a\tb\n""\t', ['', '']],
  ["\ufeffa;b\n'=1;'a", ['=1', "'a"]],
])('parseCsv reads what other programs save: %j', (text, row) => {
  expect(parseCsv(text)).toEqual([['a', 'b'], row])
})

test('parseCsv refuses an unclosed quote', () => {
  expect(() => parseCsv('a;b\n"x;y')).toThrow(RangeError)
})

test('parseCsv keeps blank lines, so that row numbers match the spreadsheet', () => {
  expect(parseCsv('a;b\n\n1;2\n\n')).toEqual([['a', 'b'], [''], ['1', '2'], ['']])
})
