import { useId } from 'react'
import type { ChartPoint } from './chart-point.ts'

/** Units of the drawing. */
const [WIDTH, ROW, BAR] = [100, 44, 8]

interface Props {
  title: string
  description: string
  points: readonly ChartPoint[]
}

/** Horizontal bars, each below its label and value, which are a list of text over the drawing. */
export function BarChart({ title, description, points }: Props) {
  const id = useId()
  const max = Math.max(...points.map(({ value }) => value), 1)
  return (
    <div className="bar-chart">
      <svg
        role="img"
        aria-labelledby={`${id}-title ${id}-description`}
        viewBox={`0 0 ${WIDTH} ${points.length * ROW}`}
        preserveAspectRatio="none"
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-description`}>{description}</desc>
        {points.map(({ key, value }, index) => (
          <rect key={key} y={(index + 1) * ROW - BAR - 4} width={(value / max) * WIDTH} height={BAR} />
        ))}
      </svg>
      <ol>
        {points.map(({ key, label, text }) => (
          <li key={key}>
            <span>{label}</span>
            <b>{text}</b>
          </li>
        ))}
      </ol>
    </div>
  )
}
