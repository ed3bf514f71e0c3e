import { PHONE_INDEX } from '../cpu-throttling.ts'

const units = { ms: 1, s: 1_000, KB: 1_000, MB: 1_000_000 } as const

export interface Target {
  unit: keyof typeof units
  /** In that unit; above it the value is only remarked upon. */
  target: number
  /** In that unit; above it the benchmark fails. */
  redLine: number
}

export interface ResultsTable {
  /**
   * @param value milliseconds or bytes
   * @param index Lighthouse's benchmark index during the measure: a machine slower than the simulated phone fails nothing
   */
  addRow(name: string, value: number, target: Target, index?: number): void
  overTarget: string[]
  overRedLine: string[]
  notJudged: string[]
}

/** Prints each value as soon as it is known, and remembers those above their bars. */
export function createResultsTable(): ResultsTable {
  const resultsTable: ResultsTable = {
    overTarget: [],
    overRedLine: [],
    notJudged: [],
    addRow(name, value, { unit, target, redLine }, index = PHONE_INDEX) {
      const valueInUnit = value / units[unit]
      // As precise as it is useful: 0.85 s, 12.3 MB, 187 ms.
      const formatted = `${valueInUnit.toFixed(valueInUnit < 10 && unit !== 'ms' ? 2 : valueInUnit < 100 ? 1 : 0)} ${unit}`
      printRow(name, formatted, `${target} ${unit}`, `${redLine} ${unit}`)
      if (index < PHONE_INDEX) {
        resultsTable.notJudged.push(
          `${name}: ${formatted}, on a machine of ${index.toFixed(0)}, slower than a phone (${PHONE_INDEX})`,
        )
        return
      }
      const message = `${name}: ${formatted}, the target is ${target}, the red line ${redLine}`
      // Not the other way round: what is no number is over the line.
      if (!(valueInUnit <= redLine)) resultsTable.overRedLine.push(message)
      else if (valueInUnit > target) resultsTable.overTarget.push(message)
    },
  }
  printRow('', 'value', 'target', 'red line')
  return resultsTable
}

function printRow(name: string, ...cells: string[]): void {
  process.stdout.write(`${name.padEnd(56)}${cells.map((cell) => cell.padStart(12)).join('')}\n`)
}

/** The value that three quarters of all are not above. */
export function p75(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.75) - 1] ?? Number.NaN
}
