/** One column or bar of a chart. */
export interface ChartPoint {
  key: string
  label: string
  /** At least zero. */
  value: number
  /** The value as people read it. */
  text: string
}
