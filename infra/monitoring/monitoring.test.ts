import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openRig } from '../campaigns/rig.ts'

const file = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

const wanted = {
  api: [
    'tsedra_catalogue_age_seconds',
    'tsedra_catalogue_version',
    'tsedra_event_loop_lag_max_seconds',
    'tsedra_event_loop_lag_p99_seconds',
    'tsedra_http_request_duration_seconds_bucket',
    'tsedra_http_request_duration_seconds_count',
    'tsedra_http_request_duration_seconds_sum',
    'tsedra_logins_rejected_total',
    'tsedra_notification_oldest_unsent_seconds',
    'tsedra_notifications_dead',
    'tsedra_notifications_paused',
    'tsedra_notifications_unsent',
    'tsedra_password_hashes_queued',
    'tsedra_db_pool_waiting_queries',
    'tsedra_requests_rejected_total',
    'tsedra_resident_bytes',
    'tsedra_cookies_rejected_total',
  ],
  worker: [
    'tsedra_event_loop_lag_max_seconds',
    'tsedra_event_loop_lag_p99_seconds',
    'tsedra_last_sweep_timestamp_seconds',
    'tsedra_notification_oldest_unsent_seconds',
    'tsedra_notifications_dead',
    'tsedra_notifications_paused',
    'tsedra_notifications_unsent',
    'tsedra_db_pool_waiting_queries',
    'tsedra_queue_failed_jobs',
    'tsedra_queue_waiting_jobs',
    'tsedra_redis_up',
    'tsedra_resident_bytes',
    'tsedra_telegram_up',
  ],
}

test('R-43: both processes tell their figures on the internal port alone', { timeout: 120_000 }, async () => {
  await using rig = await openRig()
  const scrape = async (readyUrl: string) => (await fetch(new URL('/metrics', readyUrl))).text()
  await fetch(`${rig.url}/api/products?lang=ua`)

  const api = await scrape(rig.apiReadyUrl)
  const worker = await scrape(rig.workerReadyUrl)

  expect(namesIn(api)).toEqual(wanted.api)
  expect(namesIn(worker)).toEqual(wanted.worker)
  for (const line of `${api}\n${worker}`.split('\n')) expect(line).toMatch(exposition)
  for (const path of ['/metrics', '/api/metrics']) {
    expect(await (await fetch(rig.url + path)).text(), path).not.toContain('# TYPE')
  }

  await rig.postgres.stop('immediate')
  const without = await scrape(rig.apiReadyUrl)
  expect(without).toMatch(/^tsedra_catalogue_version \d+$/m)
  expect(without).not.toMatch(/^tsedra_notifications_unsent /m)
  expect(without).not.toMatch(/^tsedra_notification_oldest_unsent_seconds /m)
})

test('R-43: alerts and dashboard name only figures that exist, and every figure is looked at by one of them', async () => {
  const alerts = await file('alerts.yml')
  const dashboard = JSON.parse(await file('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  const rules = [
    ...alerts.matchAll(
      /^ {6}- alert: (\w+)\n {8}expr: '([^'\n]+)'\n {8}for: \w+\n {8}labels: .+\n {8}annotations: .+$/gm,
    ),
  ]
  const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

  expect(rules.length).toBe(alerts.match(/- alert:/g)?.length)
  expect(rules.length).toBeGreaterThan(10)
  const known = new Set([...wanted.api, ...wanted.worker])
  const used = [...rules.map(([, , expr]) => expr), ...shown].flatMap(
    (expr) => String(expr).match(/\btsedra_\w+/g) ?? [],
  )
  expect(used.filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !used.includes(name))).toEqual([])
  const runbook = await readFile(new URL('../runbook.md', import.meta.url), 'utf8')
  expect(rules.map(([, name]) => name).filter((name) => !runbook.includes(`### ${name}\n`))).toEqual([])
})

test('a process that is gone is an alert, not silence: each rule of absence names a figure of that process alone', async () => {
  const alerts = await file('alerts.yml')
  const absent = Object.fromEntries(
    [
      ...alerts.matchAll(
        /- alert: (\w+)\n {8}expr: 'absent\((\w+)\)'\n {8}for: 2m\n {8}labels: \{ severity: critical \}/g,
      ),
    ].map(([, alert = '', figure = '']) => [alert, figure]),
  )
  const of = (figure = '') =>
    Object.entries(wanted).flatMap(([name, figures]) => (figures.includes(figure) ? [name] : []))

  expect(Object.keys(absent).toSorted()).toEqual(['ApiMissing', 'PostgresMissing', 'WorkerMissing'])
  expect(of(absent['ApiMissing'])).toEqual(['api'])
  expect(of(absent['WorkerMissing'])).toEqual(['worker'])
  // Read from Postgres by both: absent only when neither reaches it.
  expect(of(absent['PostgresMissing'])).toEqual(['api', 'worker'])
})

/** A line of Prometheus's text format. */
const exposition = /^(?:|# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"\n]*"(?:,\w+="[^"\n]*")*\})? [-+\w.]+)$/

function namesIn(text: string): string[] {
  const names = text.split('\n').flatMap((line) => /^tsedra_\w+/.exec(line) ?? [])
  return [...new Set(names)].sort()
}
