import { CsvError, parse } from 'csv-parse/sync'

/**
 * CSV for spreadsheets: RFC 4180 with `;` and a byte order mark, which Excel expects in Ukrainian and Russian
 * (infra/decisions/0027-audit-log-and-edit-conflicts.md).
 */
const DELIMITER = ';'

/**
 * Matches text that a spreadsheet would run as a formula (CSV injection). Invisible characters before the sign are
 * skipped: programs drop them when they open, paste or convert a table.
 */
const formula =
  /^['\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]*[=+\-@\t\r＝＋－＠\ufe62\ufe63\ufe66\ufe6b]/u
const number = /^-?\d+(?:[.,]\d+)?$/

/** Returns one CSV line with its line ending; an apostrophe in front of a formula keeps a spreadsheet from running it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(DELIMITER)}\r\n`
}

/** Byte order mark: without it Excel reads UTF-8 as Windows-1251. */
export const csvStart = '\ufeff'

function formatCell(value: string): string {
  // mutation test: csv-product-formula-escaped, csv-order-formula-escaped
  const safe = formula.test(value) && !number.test(value) ? `'${value}` : value
  return /[";,\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Parses a CSV file as spreadsheets save it: `;`, `,` or tab, any line ending. @throws RangeError at an unclosed quote */
export function parseCsv(text: string): string[][] {
  const table = text.replace(/^\ufeff/, '')
  try {
    const rows = parse(table, {
      delimiter: delimiterOf(table),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // Keeps quotes inside unquoted text.
      relax_quotes: true,
      // Spaces may follow a closing quote.
      rtrim: true,
    })
    return rows.map((row) => row.map(withoutProtection))
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') throw new RangeError(error.message)
    throw error
  }
}

/** Removes the apostrophe that `csvLine` puts in front of a formula. */
const withoutProtection = (value: string): string =>
  value.startsWith("'") && formula.test(value) ? value.slice(1) : value

/** Returns the delimiter that occurs most often in the first line. */
function delimiterOf(table: string): string {
  const head = table.slice(0, table.search(/[\r\n]|$/))
  const count = (delimiter: string) => head.split(delimiter).length
  return [DELIMITER, ',', '\t'].reduce((best, candidate) => (count(candidate) > count(best) ? candidate : best))
}
