import { type ProtectionMutant, without } from './protection-mutant.ts'

const backup = 'api/src/backup'
const backups = (titles: string) => [`${backup}/backup.test.ts`, titles] as const
const sealed = [`${backup}/sealed-file.test.ts`, 'R-50'] as const
const refusals = backups('R-51: what is not to be restored')
const roles = (titles: string) => ['api/database/src/roles.test.ts', titles] as const
const redis = (titles: string) => ['worker/src/redis-rights.test.ts', titles] as const

/**
 * What keeps a restored shop whole and silent, people’s data no longer than needed (infra/decisions/0033-operations.md), and
 * a production apart from what is for trying out (infra/decisions/0015-containers.md).
 */
export const operationMutants: readonly ProtectionMutant[] = [
  without(
    'backup: what was not sent is sent again after a restore',
    backups('R-51: what was not sent'),
    `${backup}/restore-backup.ts`,
    'const paused = await pauseJobs(trx)',
    'const paused = 0',
  ),
  without(
    'backup: an entry that Redis still has gets past the pause',
    backups('R-51: what was not sent'),
    'api/database/src/outbox.ts',
    " AND not_before < 'infinity'\n         FOR UPDATE",
    '\n         FOR UPDATE',
  ),
  without(
    'backup: tables that are there already are no reason to stop',
    refusals,
    `${backup}/restore-backup.ts`,
    'if (present.length > 0)',
    'if (present.length > 100)',
  ),
  without(
    'backup: nobody counts what it holds',
    backups('R-51: a backup that holds less'),
    `${backup}/archive.ts`,
    'if (!counted || pictures !== end.pictures)',
    'if (!counted && pictures === -1)',
  ),
  without(
    'backup: nobody compares what was restored',
    backups('R-51: a backup that holds less'),
    `${backup}/restore-backup.ts`,
    'if (differing.length > 0)',
    'if (differing.length > 100)',
  ),
  without(
    'backup: a file that was cut between chunks opens',
    sealed,
    `${backup}/sealed-file.ts`,
    'isLast ? 1 : 0',
    '0',
  ),
  without(
    'backup: chunks may change places',
    sealed,
    `${backup}/sealed-file.ts`,
    'nonce.writeUInt32BE(number, 7)',
    'nonce.writeUInt32BE(0 * number, 7)',
  ),
  without(
    'backup: numbers begin anew',
    backups('R-51: every row'),
    `${backup}/restore-backup.ts`,
    "await trx.raw('SELECT setval(?::regclass, ?::bigint)', [name, value])",
    'void [name, value]',
  ),
  without(
    'retention: people stay in old orders',
    ['api/database/src/retention.test.ts', 'P-04: after 24 months'],
    'api/database/src/retention.ts',
    "SET customer_name = '', customer_phone = ''",
    "SET customer_phone = ''",
  ),
  without(
    'metrics: what a caller asked for becomes a label',
    ['api/src/http/metrics.test.ts', 'R-43: nothing that a caller chose'],
    'api/src/http/request-times.ts',
    "cellsOf('any', 'none')",
    "cellsOf('any', req.url ?? '')",
  ),
  without(
    'metrics: kept answers are not counted',
    ['api/src/http/metrics.test.ts', 'R-43: every answer'],
    'api/src/catalogue/catalogue-routes.ts',
    '      req.route = known.route\n',
    '',
  ),
  without(
    'configuration: in production messages may go to the stand-ins',
    [
      'infra/production/bad-environments.test.ts',
      'P-01: worker/src/main.ts does not start with a bad TELEGRAM_STAFF_CHAT_ID',
    ],
    'worker/src/config.ts',
    '...standIns(data), ',
    '',
  ),
  without(
    'configuration: a password with a bare % is heard of from the driver',
    ['infra/production/bad-environments.test.ts', 'P-01: api/src/main.ts does not start with a bad DATABASE_URL'],
    'api/service/src/config.ts',
    ".refine(decodes, 'a % that stands for itself is written %25')",
    '',
  ),
  without(
    'containers: the shop reaches every key of Redis',
    redis('P-06: the shop reaches'),
    'infra/production/compose.yml',
    "'~bull:*'",
    "'~*'",
  ),
  without(
    'containers: the shop may do everything to Redis',
    redis('P-06: the shop reaches'),
    'infra/production/compose.yml',
    "'~bull:*', resetchannels, '-@all',",
    "'~bull:*', resetchannels, +@all,",
  ),
  without(
    'containers: strangers may do everything to Redis',
    redis('P-06: who says no name'),
    'infra/production/compose.yml',
    "nopass, resetkeys, resetchannels, '-@all', +ping,",
    "nopass, '~*', '&*', +@all,",
  ),
  without(
    'containers: a stand-in runs in production',
    ['infra/fakes/production.test.ts', 'P-01'],
    'infra/fakes/web.ts',
    "environment !== 'production'",
    "environment !== 'nowhere'",
  ),
  without(
    'migrations: nobody waits for whoever is at it',
    ['api/database/src/migrate.test.ts', 'R-40: 5 replicas'],
    'api/database/src/migrate.ts',
    "    await guard.query('SELECT pg_advisory_lock($1)', [lockOf('migrations')])\n",
    '',
  ),
  without(
    'migrations: roles are let in under the lock of the bot',
    ['api/database/src/roles.test.ts', 'while the bot'],
    'api/database/src/roles.ts',
    "lockOf('roles')",
    "lockOf('bot')",
  ),
  without(
    'migrations: a lock that was left behind stays for ever',
    ['api/database/src/migrate.test.ts', 'R-40: killed'],
    'api/database/src/migrate.ts',
    '    await db.migrate.forceFreeMigrationsLock()\n',
    '',
  ),
  without(
    'stopping: connections stay open to the last moment',
    ['api/src/http/listen.test.ts', 'R-41'],
    'api/src/http/listen.ts',
    "server.prependListener('request', (_req, res) => void res.setHeader('Connection', 'close'))",
    'void server',
  ),
  without(
    'stopping: readiness does not say so',
    ['infra/campaigns/stopping.test.ts', 'R-41: 50 slow requests'],
    'api/service/src/health.ts',
    "if (isStopping()) return void answer(503, { ok: false, reason: 'stopping' })",
    'void isStopping',
  ),
  without(
    'stopping: requests under way are cut off',
    ['infra/campaigns/stopping.test.ts', 'R-41: 50 slow requests'],
    'api/src/http/listen.ts',
    'setTimeout(() => server.closeAllConnections(), drainMs)',
    'setTimeout(() => server.closeAllConnections(), 0 * drainMs)',
  ),
  without(
    'stopping: jobs under way are left to the next worker',
    ['infra/campaigns/stopping.test.ts', 'R-41: 4 jobs'],
    'worker/src/open-worker.ts',
    'await Promise.race([done, sleep(DRAIN_MS, undefined, { ref: false })])',
    'void [done, sleep, DRAIN_MS]',
  ),
  without(
    'patience: each question has five seconds of its own',
    ['api/src/http/patience.test.ts', 'promise 4'],
    'api/src/http/serve.ts',
    'const reply = await withPatience(async () => {',
    'const reply = await (async (work: () => Promise<never>) => (withPatience, work()))(async () => {',
  ),
  without(
    'patience: whoever gave up goes on asking',
    ['api/src/http/patience.test.ts', 'what is given up'],
    'api/database/src/patience.ts',
    'if (own.leftMs <= 0)',
    'if (own.leftMs < -1e9)',
  ),
  without(
    'patience: a connection that breaks is a bug of ours',
    ['api/src/http/patience.test.ts', 'a connection that breaks'],
    'api/database/src/connection.ts',
    'code === undefined && lost.test(message)',
    'code === null && lost.test(message)',
  ),
  without(
    'migrations: the former release does not start on a newer schema',
    ['api/database/src/migrate.test.ts', 'R-40: the former release'],
    'api/database/src/migrate.ts',
    'if (await isAtHead(guard)) return',
    '',
  ),
  without(
    'database: the shop’s role may change what was written down of the staff',
    roles('Z-08'),
    'api/database/src/roles.ts',
    'await tell(`REVOKE UPDATE ON audit_log FROM ${role}`)',
    '',
  ),
  without(
    'database: the shop’s role owns what the owner owns',
    roles('I-01'),
    'api/database/src/roles.ts',
    'await tell(`GRANT USAGE ON SCHEMA public TO ${role}`)',
    'await tell(`GRANT ${pg.escapeIdentifier(new URL(url).username)} TO ${role}`)',
  ),
]
