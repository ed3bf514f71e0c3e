import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { openChaosStack } from '../chaos/chaos-stack.ts'

const readNeighbour = (name: string) => readFile(new URL(name, import.meta.url), 'utf8')

const readAlertRules = async () => {
  const { groups } = parse(await readNeighbour('alerts.yml')) as { groups: { rules: AlertRule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

interface AlertRule {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; action: string }
}

/** Only where the public address is https: infra/production/https.test.ts. */
const httpsMetrics = ['tsedra_certificate_expiry_timestamp_seconds']

/** Prometheus makes them of each scrape; there are no exporters beside the shop's own processes. */
const scrapeMetrics = ['up']

const expectedMetrics = {
  api: [
    'tsedra_backup_disk_free_ratio',
    'tsedra_backup_newest_timestamp_seconds',
    'tsedra_catalogue_age_seconds',
    'tsedra_catalogue_version',
    'tsedra_cookies_rejected_total',
    'tsedra_db_pool_waiting_queries',
    'tsedra_disk_free_ratio',
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
    'tsedra_public_address_up',
    'tsedra_requests_rejected_total',
    'tsedra_resident_bytes',
  ],
  worker: [
    'tsedra_db_pool_waiting_queries',
    'tsedra_event_loop_lag_max_seconds',
    'tsedra_event_loop_lag_p99_seconds',
    'tsedra_last_sweep_timestamp_seconds',
    'tsedra_notification_oldest_unsent_seconds',
    'tsedra_notifications_dead',
    'tsedra_notifications_paused',
    'tsedra_notifications_unsent',
    'tsedra_queue_failed_jobs',
    'tsedra_queue_waiting_jobs',
    'tsedra_redis_up',
    'tsedra_resident_bytes',
    'tsedra_telegram_up',
  ],
}

test('R-43: both processes tell their figures on the internal port alone', { timeout: 120_000 }, async () => {
  await using stack = await openChaosStack({ api: { BACKUP_DIR: tmpdir() } })
  const scrape = async (readyUrl: string) => (await fetch(new URL('/metrics', readyUrl))).text()
  await fetch(`${stack.url}/api/products?lang=ua`)

  await expect.poll(() => scrape(stack.apiReadyUrl)).toContain('\ntsedra_public_address_up ')
  const api = await scrape(stack.apiReadyUrl)
  const worker = await scrape(stack.workerReadyUrl)

  expect(findMetricNames(api)).toEqual(expectedMetrics.api)
  expect(findMetricNames(worker)).toEqual(expectedMetrics.worker)
  for (const line of `${api}\n${worker}`.split('\n')) expect(line).toMatch(expositionLine)
  for (const path of ['/metrics', '/api/metrics']) {
    expect(await (await fetch(stack.url + path)).text(), path).not.toContain('# TYPE')
  }

  await stack.postgres.stop('immediate')
  const metricsWithoutPostgres = await scrape(stack.apiReadyUrl)
  expect(metricsWithoutPostgres).toMatch(/^tsedra_catalogue_version \d+$/m)
  expect(metricsWithoutPostgres).not.toMatch(/^tsedra_notifications_unsent /m)
  expect(metricsWithoutPostgres).not.toMatch(/^tsedra_notification_oldest_unsent_seconds /m)
})

test('R-43: alerts and dashboard use only metrics that exist, and every metric is used by one of them', async () => {
  const alertRules = await readAlertRules()
  const dashboard = JSON.parse(await readNeighbour('dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  const dashboardExpressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

  expect(alertRules.length).toBeGreaterThan(10)
  for (const rule of alertRules) {
    expect(rule).toEqual({
      alert: expect.stringMatching(/^[A-Z]\w+$/),
      expr: expect.any(String),
      for: expect.stringMatching(/^\d+[mh]$/),
      labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
      // Ukrainian, as all messages to the staff's chat; the same action for each alert of a rule.
      annotations: {
        summary: expect.stringMatching(/^(?:[А-ЯІЇЄҐ]|Telegram ).*[а-яіїєґ].*\.$/),
        action: expect.stringMatching(/^[А-ЯІЇЄҐ][^{}]+\.$/),
      },
    })
  }
  const ownMetrics = new Set([...expectedMetrics.api, ...expectedMetrics.worker, ...httpsMetrics])
  const usedMetrics = [...alertRules.map(({ expr }) => expr), ...dashboardExpressions].flatMap(findUsedMetrics)
  expect(usedMetrics.filter((name) => !ownMetrics.has(name) && !scrapeMetrics.includes(name))).toEqual([])
  expect([...ownMetrics].filter((name) => !usedMetrics.includes(name))).toEqual([])
  const runbook = await readFile(new URL('../runbook.md', import.meta.url), 'utf8')
  expect(alertRules.map(({ alert }) => alert).filter((name) => !runbook.includes(`### ${name}\n`))).toEqual([])
})

test('a process that is gone is an alert, not silence: each rule of absence names a figure of that process alone', async () => {
  const absent = Object.fromEntries(
    (await readAlertRules()).flatMap(({ alert, expr, for: duration, labels: { severity } }) => {
      const [, metric] = /^absent\((\w+)\)$/.exec(expr) ?? []
      return metric && duration === '2m' && severity === 'critical' ? [[alert, metric] as const] : []
    }),
  )
  const findProcesses = (metric = '') =>
    Object.entries(expectedMetrics).flatMap(([name, metrics]) => (metrics.includes(metric) ? [name] : []))

  expect(Object.keys(absent).toSorted()).toEqual(['ApiMissing', 'PostgresMissing', 'WorkerMissing'])
  expect(findProcesses(absent['ApiMissing'])).toEqual(['api'])
  expect(findProcesses(absent['WorkerMissing'])).toEqual(['worker'])
  // Read from Postgres by both: absent only when neither reaches it.
  expect(findProcesses(absent['PostgresMissing'])).toEqual(['api', 'worker'])
})

/** A line of Prometheus's text format. */
const expositionLine = /^(?:|# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"\n]*"(?:,\w+="[^"\n]*")*\})? [-+\w.]+)$/

/** Names in a PromQL expression that are no label, function or keyword. */
function findUsedMetrics(expression: string): string[] {
  const withoutLabels = expression
    .replaceAll(/"[^"]*"|'[^']*'|\{[^}]*\}|\[[^\]]*\]/g, '')
    .replaceAll(/\b(?:by|without|ignoring|on|group_left|group_right) *\([^)]*\)/g, '')
  const names = withoutLabels.match(/\b[a-z_:][\w:]*\b(?! *\()/gi) ?? []
  return names.filter(
    (name) => !/^(?:and|or|unless|bool|offset|by|without|ignoring|on|group_left|group_right)$/.test(name),
  )
}

function findMetricNames(text: string): string[] {
  const names = text.split('\n').flatMap((line) => /^tsedra_\w+/.exec(line) ?? [])
  return [...new Set(names)].sort()
}
