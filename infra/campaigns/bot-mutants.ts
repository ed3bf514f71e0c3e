import { type ProtectionMutant, without } from './protection-mutant.ts'

const bot = 'worker/src/bot'
const conversation = `${bot}/conversation.ts`

const verification = (titles: string) => [`${bot}/verification.test.ts`, titles] as const
const updates = (titles: string) => [`${bot}/updates.test.ts`, titles] as const
const firstOne = verification('C-08: a way belongs')
const wrongNumber = verification('C-09: a wrong number')

/** What keeps strangers out of the bot (infra/decisions/0025-bot.md). */
export const botMutants: readonly ProtectionMutant[] = [
  without(
    'two polls at once are both signed in',
    verification('C-06'),
    'api/src/accounts/attempt-store.ts',
    'AND verified_at IS NOT NULL AND consumed_at IS NULL AND',
    'AND verified_at IS NOT NULL AND',
  ),
  without('anybody’s contact counts', verification('C-07'), conversation, ' && contact.user_id === from?.id', ''),
  without('a contact that was passed on counts', verification('C-07'), conversation, '!forwarded && ', ''),
  without(
    'any phone of the person counts',
    verification('C-07'),
    conversation,
    'e164(ctx.msg.contact) !== link.phone',
    'link.phone === null',
  ),
  without('a group will do', verification('C-07'), conversation, "= bot.chatType('private')", '= bot'),
  without(
    'a tap counts without a contact before it',
    verification('C-07'),
    conversation,
    '(link.hasContact || !link.attemptId)',
    'true',
  ),
  without(
    'a way is anybody’s',
    firstOne,
    `${bot}/link-store.ts`,
    ".whereRaw('coalesce(telegram_id, ?) = ?', [String(id), String(id)])",
    '',
  ),
  without('a way is good for ever', firstOne, `${bot}/link-store.ts`, ' AND v.expires_at > now()', ''),
  without('a wrong number is one more try', wrongNumber, conversation, 'await cancelAttempt(', 'void ('),
  without(
    'a cancelled attempt is only used up',
    wrongNumber,
    'api/src/accounts/attempt-store.ts',
    "    .whereNull('cancelled_at')\n    .first<{ over",
    '    .first<{ over',
  ),
  without('any number will do', wrongNumber, conversation, 'link.number === Number(number)', 'Number(number) > 0'),
  without(
    'what is told again is done again',
    updates('C-10: a webhook'),
    `${bot}/once.ts`,
    'seen.length === 0',
    'false',
  ),
  without(
    'what was not done is confirmed',
    updates('an update that could not'),
    `${bot}/polling.ts`,
    '  if (failure) throw failure\n',
    '',
  ),
  without(
    'every worker asks for updates',
    updates('C-10: two workers'),
    'api/database/src/leader.ts',
    'lockOf(work),',
    'Math.trunc(Math.random() * 1e9),',
  ),
  without(
    'a webhook asks for no secret',
    updates('C-10: a webhook'),
    `${bot}/webhook.ts`,
    ', { secretToken: secret }',
    '',
  ),
]
