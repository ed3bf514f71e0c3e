import { inspectDatabase } from '@tsedra/database/inspect'
import { type Check, runChecksAndExit } from '@tsedra/service/checks'
import { readUrlPassword } from '@tsedra/service/config'
import { readConfigOrExit } from '@tsedra/service/run-service'
import { readConfig } from './config.ts'
import { checkClock } from './doctor/check-clock.ts'
import { checkMail } from './doctor/check-mail.ts'
import { checkRedis } from './doctor/check-redis.ts'
import { checkBot, checkStaffChat } from './doctor/check-telegram.ts'

/** Checks what the worker depends on, with its settings and rights: infra/production/doctor.sh. Exits with 1 when a check fails. */
const { databaseUrl, redisUrl, telegram, bot, mail, codeSecret } = readConfigOrExit(readConfig)
const database: Check = {
  name: 'Postgres for the worker',
  fix: 'Look at `docker compose logs postgres`.',
  run: async () => (await inspectDatabase(databaseUrl)).version,
}
await runChecksAndExit(
  [
    database,
    checkRedis(redisUrl),
    checkBot({ ...telegram, name: bot?.name }),
    checkStaffChat(telegram),
    checkMail(mail.url),
    checkClock(telegram.apiRoot),
  ],
  [
    readUrlPassword(databaseUrl),
    readUrlPassword(redisUrl),
    readUrlPassword(mail.url),
    telegram.token,
    codeSecret,
    bot?.webhook?.secret,
  ],
)
