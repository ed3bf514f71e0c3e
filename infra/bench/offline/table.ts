import { PHONE } from '../machine.ts'

const units = { ms: 1, s: 1_000, KB: 1_000, MB: 1_000_000 } as const

export interface Bar {
  unit: keyof typeof units
  /** In that unit; above it the value is only remarked upon. */
  target: number
  /** In that unit; above it the benchmark fails. */
  redLine: number
}

export interface Table {
  /**
   * @param value milliseconds or bytes
   * @param index Lighthouse's, of the machine meanwhile: one that is slower than the phone it stands for judges nothing
   */
  row(name: string, value: number, bar: Bar, index?: number): void
  overTarget: string[]
  overRedLine: string[]
  notJudged: string[]
}

/** Prints each value as soon as it is known, and remembers those above their bars. */
export function startTable(): Table {
  const table: Table = {
    overTarget: [],
    overRedLine: [],
    notJudged: [],
    row(name, value, { unit, target, redLine }, index = PHONE) {
      const measured = value / units[unit]
      // As precise as it is useful: 0.85 s, 12.3 MB, 187 ms.
      const shown = `${measured.toFixed(measured < 10 && unit !== 'ms' ? 2 : measured < 100 ? 1 : 0)} ${unit}`
      print(name, shown, `${target} ${unit}`, `${redLine} ${unit}`)
      if (index < PHONE) {
        table.notJudged.push(`${name}: ${shown}, on a machine of ${index.toFixed(0)}, slower than a phone (${PHONE})`)
        return
      }
      const remark = `${name}: ${shown}, the target is ${target}, the red line ${redLine}`
      // Not the other way round: what is no number is over the line.
      if (!(measured <= redLine)) table.overRedLine.push(remark)
      else if (measured > target) table.overTarget.push(remark)
    },
  }
  print('', 'value', 'target', 'red line')
  return table
}

function print(name: string, ...cells: string[]): void {
  process.stdout.write(`${name.padEnd(56)}${cells.map((cell) => cell.padStart(12)).join('')}\n`)
}

/** The value that three quarters of all are not above. */
export function p75(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.75) - 1] ?? Number.NaN
}
