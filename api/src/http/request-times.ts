import type { RequestListener } from 'node:http'
import type { Request } from 'express'

/** Milliseconds. Few: each is a line per call and class of status. */
const BOUNDS_MS = [5, 25, 100, 500, 2_500] as const
const CLASSES = 5
/** Of one class: answers per bucket, those beyond the last one, and the sum of milliseconds. */
const CELLS = BOUNDS_MS.length + 2
const NAME = 'tsedra_http_request_duration_seconds'

export interface RequestTimes {
  /** Times every request of `app` from its head to the last byte of its answer. */
  around(app: RequestListener): RequestListener
  /** A Prometheus histogram: method, route as it is written in the code, class of status. Nothing that a caller chose. */
  text(): string
}

/**
 * Plain numbers in one array per route: a library's histogram takes longer to find its labels than a kept answer takes to
 * be sent (infra/decisions/0033-operations.md).
 */
export function createRequestTimes(): RequestTimes {
  const methods = new Map<string, Map<string, Float64Array>>()

  return {
    around: (app) => (req, res) => {
      const startedAt = performance.now()
      res.on('finish', () => {
        // Express has put the route on the request; it is the same object.
        const path = ((req as Request).route as { path: string } | undefined)?.path
        const cells = path === undefined ? cellsOf('any', 'none') : cellsOf(req.method ?? 'any', path)
        const ms = performance.now() - startedAt
        const first = (Math.floor(res.statusCode / 100) - 1) * CELLS
        let bucket = 0
        while (bucket < BOUNDS_MS.length && ms > (BOUNDS_MS[bucket] ?? 0)) bucket += 1
        cells[first + bucket] = (cells[first + bucket] ?? 0) + 1
        cells[first + CELLS - 1] = (cells[first + CELLS - 1] ?? 0) + ms
      })
      app(req, res)
    },
    text() {
      const lines = [
        `# HELP ${NAME} Time from the head of a request to the end of its answer.`,
        `# TYPE ${NAME} histogram`,
      ]
      for (const [method, routes] of methods)
        for (const [route, cells] of routes)
          for (let kind = 0; kind < CLASSES; kind++) {
            const own = cells.subarray(kind * CELLS, (kind + 1) * CELLS)
            lines.push(...seriesOf(`method="${method}",route="${route}",status="${kind + 1}xx"`, own))
          }
      return `${lines.join('\n')}\n`
    },
  }

  function cellsOf(method: string, path: string): Float64Array {
    const routes = methods.get(method) ?? new Map<string, Float64Array>()
    if (routes.size === 0) methods.set(method, routes)
    const cells = routes.get(path) ?? new Float64Array(CLASSES * CELLS)
    if (!routes.has(path)) routes.set(path, cells)
    return cells
  }
}

function seriesOf(labels: string, cells: Float64Array): string[] {
  let count = 0
  const lines = [...BOUNDS_MS.map((ms) => String(ms / 1_000)), '+Inf'].map((bound, place) => {
    count += cells[place] ?? 0
    return `${NAME}_bucket{${labels},le="${bound}"} ${count}`
  })
  if (count === 0) return []
  const sum = (cells[CELLS - 1] ?? 0) / 1_000
  return [...lines, `${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${count}`]
}
