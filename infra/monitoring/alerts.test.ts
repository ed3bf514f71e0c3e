import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { findAmtool, findPromtool } from '../local/alert-tools.ts'

const getPath = (name: string) => fileURLToPath(new URL(name, import.meta.url))

interface Rule {
  alert: string
  labels: Record<string, string>
  annotations: { summary: string; action: string }
}

const { groups } = parse(readFileSync(getPath('alerts.yml'), 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

interface Dashboard {
  panels: { targets: { expr: string }[] }[]
}

interface AlertCase {
  alert: string
  /** Samples of each minute, in the notation of promtool: `1x5` is 1 six times, `0+2x5` is 0, 2, 4, 6, 8, 10. */
  series: Record<string, string>
  /** Minutes: the condition holds for too short a time, or not yet. */
  silentAt: number
  firesAt: number
  /** Labels of the series that stay with the alert. */
  labels?: Record<string, string>
}

const DURATIONS = 'tsedra_http_request_duration_seconds'

const cases: readonly AlertCase[] = [
  {
    alert: 'ProcessAway',
    series: { 'up{job="api"}': '1x20', 'up{job="worker"}': '1x5 0x10' },
    silentAt: 6,
    firesAt: 7,
    labels: { job: 'worker' },
  },
  { alert: 'ApiMissing', series: { tsedra_catalogue_version: '7x5 stale' }, silentAt: 7, firesAt: 8 },
  { alert: 'WorkerMissing', series: { tsedra_redis_up: '1x5 stale' }, silentAt: 7, firesAt: 8 },
  {
    alert: 'PostgresMissing',
    series: { tsedra_notification_oldest_unsent_seconds: '0x5 stale' },
    silentAt: 7,
    firesAt: 8,
  },
  { alert: 'PublicAddressDown', series: { tsedra_public_address_up: '1x5 0x10' }, silentAt: 8, firesAt: 9 },
  // 14 days and an hour after the start.
  {
    alert: 'CertificateExpires',
    series: { tsedra_certificate_expiry_timestamp_seconds: '1213200x200' },
    silentAt: 120,
    firesAt: 121,
  },
  // Taken at the start.
  {
    alert: 'BackupOld',
    series: { tsedra_backup_newest_timestamp_seconds: '0x1700' },
    silentAt: 26 * 60 + 10,
    firesAt: 26 * 60 + 11,
  },
  {
    alert: 'DiskFull',
    series: { tsedra_disk_free_ratio: '0.5x5 0.09x20', tsedra_backup_disk_free_ratio: '0.5x30' },
    silentAt: 15,
    firesAt: 16,
  },
  {
    alert: 'DiskFull',
    series: { tsedra_disk_free_ratio: '0.5x30', tsedra_backup_disk_free_ratio: '0.5x5 0.09x20' },
    silentAt: 15,
    firesAt: 16,
  },
  {
    alert: 'NotificationsLate',
    series: { tsedra_notification_oldest_unsent_seconds: '300x5 301x10' },
    silentAt: 7,
    firesAt: 8,
  },
  { alert: 'NotificationsDead', series: { tsedra_notifications_dead: '0x5 1x10' }, silentAt: 10, firesAt: 11 },
  { alert: 'NotificationsPaused', series: { tsedra_notifications_paused: '0x5 1x90' }, silentAt: 65, firesAt: 66 },
  {
    alert: 'AnswersFail',
    series: { [`${DURATIONS}_count{status="2xx"}`]: '0+60x40', [`${DURATIONS}_count{status="5xx"}`]: '0x10 1+1x30' },
    silentAt: 10,
    firesAt: 25,
  },
  {
    alert: 'AnswersSlow',
    series: {
      [`${DURATIONS}_bucket{le="0.5"}`]: '0+100x10 1000+50x40',
      [`${DURATIONS}_bucket{le="1"}`]: '0+100x50',
      [`${DURATIONS}_bucket{le="+Inf"}`]: '0+100x50',
    },
    silentAt: 10,
    firesAt: 30,
  },
  { alert: 'PoolWaits', series: { tsedra_db_pool_waiting_queries: '5x5 6x10' }, silentAt: 7, firesAt: 8 },
  { alert: 'LoginsRefused', series: { tsedra_logins_rejected_total: '0x5 0+120x40' }, silentAt: 10, firesAt: 30 },
  { alert: 'SealsRefused', series: { tsedra_cookies_rejected_total: '0x5 0+10x30' }, silentAt: 6, firesAt: 15 },
  { alert: 'PasswordsWait', series: { tsedra_password_hashes_queued: '10x5 11x10' }, silentAt: 7, firesAt: 8 },
  { alert: 'EventLoopLate', series: { tsedra_event_loop_lag_p99_seconds: '0.2x5 0.3x10' }, silentAt: 10, firesAt: 11 },
  { alert: 'CatalogueOld', series: { tsedra_catalogue_age_seconds: '120x5 121x10' }, silentAt: 7, firesAt: 8 },
  {
    alert: 'CataloguesDiffer',
    series: { 'tsedra_catalogue_version{instance="a"}': '7x20', 'tsedra_catalogue_version{instance="b"}': '7x5 8x10' },
    silentAt: 7,
    firesAt: 8,
  },
  { alert: 'RedisAway', series: { tsedra_redis_up: '1x5 0x10' }, silentAt: 7, firesAt: 8 },
  { alert: 'TelegramClosed', series: { tsedra_telegram_up: '1x5 0x10' }, silentAt: 10, firesAt: 11 },
  { alert: 'QueueStands', series: { tsedra_queue_waiting_jobs: '100x5 101x10' }, silentAt: 10, firesAt: 11 },
  { alert: 'QueueFailed', series: { tsedra_queue_failed_jobs: '0x5 1x10' }, silentAt: 10, firesAt: 11 },
  // Swept at the start.
  {
    alert: 'SweepLate',
    series: { tsedra_last_sweep_timestamp_seconds: '0x220' },
    silentAt: 3 * 60 + 10,
    firesAt: 3 * 60 + 11,
  },
  { alert: 'MemoryGrows', series: { tsedra_resident_bytes: '400000000x5 400000001x20' }, silentAt: 20, firesAt: 21 },
]

test('every alert rule has a case', () => {
  expect(new Set(cases.map(({ alert }) => alert))).toEqual(new Set(rules.map(({ alert }) => alert)))
})

/** Prometheus fills in the labels of an annotation. */
const fillIn = (text: string, labels: Record<string, string> = {}) =>
  text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? '')

function buildPromtoolTest({ alert, series, silentAt, firesAt, labels }: AlertCase) {
  const rule = rules.find((candidate) => candidate.alert === alert)
  const exp_annotations = { ...rule?.annotations, summary: fillIn(rule?.annotations.summary ?? '', labels) }
  const expected = { exp_labels: { ...rule?.labels, ...labels }, exp_annotations }
  return {
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    alert_rule_test: [
      { eval_time: `${silentAt}m`, alertname: alert, exp_alerts: [] },
      { eval_time: `${firesAt}m`, alertname: alert, exp_alerts: [expected] },
    ],
  }
}

const promtool = findPromtool()

describe.each(promtool ? [promtool] : [])('%s', (program) => {
  const run = (...args: string[]) => execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' })

  test('rules and configuration are valid', () => {
    expect(run('check', 'rules', getPath('alerts.yml'))).toContain(`SUCCESS: ${rules.length} rules found`)
    expect(run('check', 'config', getPath('prometheus.yml'))).toContain('is valid prometheus config')
  })

  test('the dashboard’s queries are valid', () => {
    const dashboard = JSON.parse(readFileSync(getPath('dashboard.json'), 'utf8')) as Dashboard
    const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    const directory = mkdtempSync(join(tmpdir(), 'tsedra-alerts-'))
    try {
      const file = join(directory, 'queries.yml')
      const queryRules = queries.map((expr, index) => ({ record: `query:${index}`, expr }))
      writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: queryRules }] }))

      expect(run('check', 'rules', file)).toContain(`SUCCESS: ${queries.length} rules found`)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  // catches mutation: backup-age-alert
  test('each rule is silent before its condition has held for its time, and fires then', () => {
    const directory = mkdtempSync(join(tmpdir(), 'tsedra-alerts-'))
    try {
      copyFileSync(getPath('alerts.yml'), join(directory, 'alerts.yml'))
      const file = join(directory, 'alerts.test.yml')
      const tests = cases.map(buildPromtoolTest)
      writeFileSync(file, stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests }))

      expect(run('test', 'rules', file)).toContain('SUCCESS')
    } finally {
      rmSync(directory, { recursive: true })
    }
  })
})

const amtool = findAmtool()

describe.each(amtool ? [amtool] : [])('%s', (program) => {
  const { receivers } = parse(readFileSync(getPath('alertmanager.yml'), 'utf8')) as {
    receivers: { telegram_configs: { message: string }[] }[]
  }
  const template = receivers[0]?.telegram_configs[0]?.message ?? ''

  /** Renders the message about a group of alerts: each process with its state. */
  function render(alert: string, processes: Record<string, 'firing' | 'resolved'>): string {
    const { labels, annotations } = rules.find((rule) => rule.alert === alert) as Rule
    const { action } = annotations
    const data = {
      status: Object.values(processes).includes('firing') ? 'firing' : 'resolved',
      commonLabels: { alertname: alert, ...labels },
      commonAnnotations: { action },
      alerts: Object.entries(processes).map(([job, status]) => ({
        status,
        annotations: { action, summary: fillIn(annotations.summary, { job }) },
      })),
    }
    const directory = mkdtempSync(join(tmpdir(), 'tsedra-alerts-'))
    try {
      const [file, templates] = ['data.json', 'none.tmpl'].map((name) => join(directory, name)) as [string, string]
      writeFileSync(file, JSON.stringify(data))
      writeFileSync(templates, '')
      const options = { 'template.glob': templates, 'template.text': template, 'template.data': file }
      return execFileSync(
        program,
        ['template', 'render', ...Object.entries(options).map(([name, value]) => `--${name}=${value}`)],
        { encoding: 'utf8', stdio: 'pipe' },
      )
    } finally {
      rmSync(directory, { recursive: true })
    }
  }

  test('the staff’s chat gets alerts in Ukrainian: what happened, what to do, and when it is over', () => {
    const urgent = render('ProcessAway', { api: 'firing', worker: 'resolved' })

    expect(urgent).toBe(
      `🔴 Терміново
Програма магазину (api) не відповідає.

Що робити: Виконайте docker compose up -d. Якщо не допомогло, причину назве docker compose logs --tail 50 api worker.
Команди виконуйте на сервері в каталозі infra/production. Докладніше: infra/runbook.md, ProcessAway.`,
    )
    expect(render('MemoryGrows', { api: 'firing' })).toMatch(/^🟡 Зверніть увагу\n/)
    expect(render('ProcessAway', { api: 'resolved', worker: 'resolved' }).trim()).toBe(
      '✅ Минулося\nПрограма магазину (api) не відповідає.\nПрограма магазину (worker) не відповідає.',
    )
  })
})
