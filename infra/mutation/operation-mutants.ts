import { condition, mutant, type Mutant, remove, replace } from './mutant.ts'

/** Backups, retention, configuration, containers, migrations and shutdown (infra/decisions/0033-operations.md). */
export const operationMutants: readonly Mutant[] = [
  mutant('restore-pauses-jobs', 'a restore sends old notifications again', replace('await $pauseJobs($trx)', '0')),
  mutant(
    'paused-entry-not-relayed',
    'an entry that Redis still has is relayed during the pause',
    replace("AND not_before < 'infinity' FOR UPDATE", 'FOR UPDATE'),
  ),
  mutant('restore-needs-empty-database', 'a restore overwrites existing tables', condition(false)),
  mutant('backup-counts-compared', 'a truncated backup is accepted', condition(false)),
  mutant('restored-rows-compared', 'the restored row counts are not compared', condition(false)),
  mutant('archive-entry-names', 'a tar entry with a foreign path is accepted', condition(false)),
  mutant('archive-files-only', 'a link in a backup is read as a file', condition(false)),
  mutant('truncated-backup-refused', 'a truncated or damaged backup is accepted', remove()),
  mutant('legacy-backup-opens', 'backups of the former format do not open', replace('$isLast ? 1 : 0', '0')),
  mutant(
    'sequences-restored',
    'sequences restart after a restore',
    replace("await $trx.raw('SELECT setval(?::regclass, ?::bigint)', [$name, $value])", 'void [$name, $value]'),
  ),
  mutant(
    'retention-erases-name',
    'customer names stay in old orders',
    replace("SET customer_name = '', customer_phone = ''", "SET customer_phone = ''"),
  ),
  mutant(
    'metric-labels-bounded',
    'the requested URL becomes a metric label',
    replace("route: 'none'", "route: $req.url ?? ''", "$req.method ?? 'any'"),
  ),
  mutant('cached-requests-counted', 'responses from the cache are not counted', remove()),
  mutant(
    'no-stand-in-in-production',
    'production may send messages to a stand-in',
    replace('...$standIns($data),', ''),
  ),
  mutant(
    'url-password-decodes',
    'a bare % in a password fails in the driver, not at start',
    replace(".refine($decodes, '$message')", ''),
  ),
  mutant('demo-users-refused', 'a production starts with demo users', remove()),
  mutant(
    'demo-needs-local-origin',
    'a public shop gets demo users',
    replace('$isLocalOrigin($data.PUBLIC_ORIGIN) &&', 'true &&'),
  ),
  mutant(
    'local-secrets-refused',
    'local secrets are accepted beside a real bot',
    replace('return [...$incomplete, ...$unsafeOutsideProduction({ ...$data, $secrets })]', 'return $incomplete'),
  ),
  mutant(
    'postgres-password-required',
    'production starts with a default database password',
    replace('POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?set it in .env}', 'POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:-shop}'),
  ),
  mutant(
    'domain-needs-https',
    'a shop with a domain starts without HTTPS',
    replace('[ -z "${SITE_ADDRESS:-}" ]', 'false'),
  ),
  mutant(
    'setup-keeps-values',
    'a second setup replaces the secrets of the first',
    replace('[ -z "$(value_of "$1")" ]', 'true'),
  ),
  mutant(
    'try-out-own-project',
    'the try-out replaces a production',
    replace('name: tsedra-try-out', 'name: tsedra-production'),
  ),
  mutant(
    'hourly-backups-rotate',
    'hourly backups push the daily ones out',
    replace('$newest - $timeOf($name) < $DAY_MS', '$newest - $timeOf($name) < 0'),
  ),
  mutant(
    'job-names-request',
    'jobs do not name the request that queued them',
    replace('{ ...($payload as object), requestId: $requestIds.getStore() }', '$payload'),
  ),
  mutant(
    'job-lines-name-request',
    'log lines of a job do not name its request',
    replace("...(typeof $requestId === 'string' && { $requestId })", '...{}'),
  ),
  mutant('dispatch-logged', 'the dispatch of a job is not logged', remove()),
  mutant('response-names-order', 'the access log of the edge does not name the order', remove()),
  mutant(
    'probe-needs-shop',
    'any server at the public address counts as the shop',
    replace("$response.status === 200 && $response.headers.get('x-app') === 'tsedra'", '$response.status > 0'),
  ),
  mutant(
    'backup-age-alert',
    'a missing backup is an alert after eleven days',
    replace('tsedra_backup_newest_timestamp_seconds) > 93600', 'tsedra_backup_newest_timestamp_seconds) > 936000'),
  ),
  mutant(
    'alert-chat-is-number',
    'Alertmanager starts with a chat that it cannot write to',
    replace("'' | - | *[!0-9-]* | ?*-*)", "'')"),
  ),
  mutant(
    'external-needs-file',
    'an external Postgres in the settings is ignored',
    replace('${DATABASE_URL:+ (DATABASE_URL is set, add external-postgres.yml to COMPOSE_FILE)}', ''),
  ),
  mutant('redis-shop-keys', 'the shop reaches every key of Redis', replace("'~bull:*'", "'~*'")),
  mutant(
    'redis-shop-commands',
    'the shop may run every command of Redis',
    replace("'~bull:*', resetchannels, '-@all',", "'~bull:*', resetchannels, +@all,"),
  ),
  mutant(
    'redis-default-user',
    'strangers may run every command of Redis',
    replace("nopass, resetkeys, resetchannels, '-@all', +ping,", "nopass, '~*', '&*', +@all,"),
  ),
  mutant('fakes-not-in-production', 'a stand-in starts in production', condition(true)),
  mutant('migration-lock', 'replicas migrate at the same time', remove()),
  mutant(
    'roles-own-lock',
    'granting roles waits for the lock of the bot',
    replace("$lockOf('roles')", "$lockOf('bot')"),
  ),
  mutant('stale-migration-lock-freed', 'a stale migration lock is never freed', remove()),
  mutant('shutdown-closes-connections', 'connections stay open until the end of a shutdown', remove()),
  mutant('readiness-while-stopping', 'readiness stays green during a shutdown', remove()),
  mutant(
    'requests-drained',
    'in-flight requests are cut off',
    replace(
      'setTimeout(() => $server.closeAllConnections(), $drainMs)',
      'setTimeout(() => $server.closeAllConnections(), 0 * $drainMs)',
    ),
  ),
  mutant('jobs-drained', 'running jobs are not finished at a shutdown', remove()),
  mutant(
    'request-deadline',
    'each query has a deadline of its own, not the request',
    replace('await $withPatience(async () => {', 'await (async (work) => work())(async () => {'),
  ),
  mutant('no-query-past-deadline', 'a request goes on querying after its deadline', condition(false)),
  mutant(
    'lost-connection-is-unavailable',
    'a lost connection is reported as a bug',
    replace('$code === undefined && $lost.test($message)', '$code === null && $lost.test($message)'),
  ),
  mutant('older-release-starts', 'the former release does not start on a newer schema', remove()),
  mutant('audit-log-append-only', 'the shop’s role may change the audit log', remove()),
  mutant(
    'shop-role-limited',
    'the shop’s role is a member of the owner’s role',
    replace(
      '`GRANT USAGE ON SCHEMA public TO ${$role}`',
      "`DO 'BEGIN EXECUTE format(''GRANT %I TO ${$role}'', current_user); END'`",
    ),
  ),
]
