/**
 * Tables for people with a spreadsheet: RFC 4180 with `;` and a byte order mark, which is how Excel opens them in
 * Ukrainian and Russian (infra/decisions/0027-staff-changes.md).
 */
export const SEPARATOR = ';'

/**
 * What a spreadsheet would run as a formula: it is shown with an apostrophe in front instead. Invisible characters before the
 * sign do not count: programs drop them when they open, paste or convert a table.
 */
const formula =
  /^['\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]*[=+\-@\t\r＝＋－＠\ufe62\ufe63\ufe66\ufe6b]/u
const number = /^-?\d+(?:[.,]\d+)?$/

/** One line with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellText).join(SEPARATOR)}\r\n`
}

export const csvStart = '\ufeff'

function cellText(value: string): string {
  const safe = formula.test(value) && !number.test(value) ? `'${value}` : value
  return /[";,\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A table as a spreadsheet saved it. @throws RangeError at a quote that is never closed */
export function parseCsv(text: string): string[][] {
  const table = text.replace(/^\ufeff/, '')
  const separator = separatorOf(table)
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < table.length) {
    const { value, next } = cellAt(table, at, separator)
    row.push(formula.test(value) && value.startsWith("'") ? value.slice(1) : value)
    if (table[next] === separator) {
      at = next + 1
      if (at < table.length) continue
      row.push('')
    }
    at = table.startsWith('\r\n', next) ? next + 2 : next + 1
    rows.push(row)
    row = []
  }
  return rows
}

/** Whatever stands most often in the first line. */
function separatorOf(table: string): string {
  const head = table.slice(0, table.search(/[\r\n]|$/))
  const count = (separator: string) => head.split(separator).length
  return [SEPARATOR, ',', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** The cell that begins here, and where it ends. */
function cellAt(table: string, from: number, separator: string): { value: string; next: number } {
  if (table[from] !== '"') {
    let next = from
    while (next < table.length && table[next] !== separator && table[next] !== '\n' && table[next] !== '\r') next += 1
    return { value: table.slice(from, next), next }
  }
  let value = ''
  let at = from + 1
  for (;;) {
    const quote = table.indexOf('"', at)
    if (quote < 0) throw new RangeError('a quote is never closed')
    value += table.slice(at, quote)
    if (table[quote + 1] !== '"') {
      // Nothing belongs between a closing quote and the separator; whatever is there stays text.
      const rest = cellAt(table, quote + 1, separator)
      return { value: value + rest.value, next: rest.next }
    }
    value += '"'
    at = quote + 2
  }
}
