import { useId } from 'react'
import type { ChartPoint } from './chart-point.ts'

/** Width of a column and of the gap after it, in units of the drawing. */
const [COLUMN, GAP] = [8, 2]
const HEIGHT = 100

interface Props {
  title: string
  /** The most important content of the chart in one or two sentences. */
  description: string
  /** Oldest first. */
  points: readonly ChartPoint[]
}

/** Columns over time. Dates and the maximum are text beside the drawing, which stretches to any width. */
export function ColumnChart({ title, description, points }: Props) {
  const id = useId()
  const max = Math.max(...points.map(({ value }) => value), 1)
  const [highest, first, last] = [points.find(({ value }) => value === max), points[0], points.at(-1)]
  return (
    <figure className="chart">
      <figcaption>
        <b>{title}</b>
        <span className="muted">{highest?.text}</span>
      </figcaption>
      <svg
        role="img"
        aria-labelledby={`${id}-title ${id}-description`}
        viewBox={`0 0 ${points.length * (COLUMN + GAP) - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-description`}>{description}</desc>
        {points.map(({ key, label, text, value }, index) => (
          <rect
            key={key}
            x={index * (COLUMN + GAP)}
            y={HEIGHT - (value / max) * HEIGHT}
            width={COLUMN}
            height={(value / max) * HEIGHT}
          >
            <title>{`${label}: ${text}`}</title>
          </rect>
        ))}
      </svg>
      <p className="chart__axis" aria-hidden="true">
        <span>{first?.label}</span>
        <span>{last?.label}</span>
      </p>
    </figure>
  )
}
