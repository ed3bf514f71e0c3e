import { type ProtectionMutant, without as withoutOne } from './protection-mutant.ts'

const admin = 'api/src/admin'
const status = 'api/database/src/order-status.ts'

const without = (bug: string, ...more: More): ProtectionMutant => withoutOne(`desk: ${bug}`, ...more)
type More = Parameters<typeof withoutOne> extends [string, ...infer Rest] ? Rest : never

const orders = (titles: string) => [`${admin}/orders.test.ts`, titles] as const
const users = (titles: string) => [`${admin}/users.test.ts`, titles] as const
const feed = (titles: string) => [`${admin}/order-feed.test.ts`, titles] as const
const duplicates = (titles: string) => [`${admin}/possible-duplicates.test.ts`, titles] as const
const table = (titles: string) => [`${admin}/orders-table.test.ts`, titles] as const
const buttons = (titles: string) => ['worker/src/bot/order-buttons.test.ts', titles] as const
const page = (file: string, titles: string) => [`pwa/src/admin/${file}.test.ts`, titles] as const
const knownStaff = buttons('only known staff')

/** What keeps the order desk's promises (infra/decisions/0029-order-desk.md, 0030, 0031). */
export const deskMutants: readonly ProtectionMutant[] = [
  without('changes at once do not wait for one another', orders('R-22'), status, '.forUpdate()', ''),
  without(
    'who has seen another status wins all the same',
    orders('who says which status'),
    `${admin}/order-routes.ts`,
    ', ...(from && { from })',
    '',
  ),
  without('the customer’s chats are not told', orders('O7'), status, '  await tellChats(trx, orderId)\n', ''),
  without(
    'a change leaves no line in the audit log',
    orders('R-22'),
    status,
    "if (by !== 'customer')",
    "if (by === 'customer' && false)",
  ),
  without(
    'reading names is not written down',
    orders('Z-07'),
    `${admin}/order-routes.ts`,
    "action: 'orders.read', after",
    "action: 'x.y', after",
  ),
  without('formulas are run', table('what fits'), `${admin}/csv.ts`, "`'${value}`", 'value'),
  without(
    'a stream outlives the right to it',
    feed('S-01'),
    `${admin}/order-feed.ts`,
    'inside.some((session) => session.equals(listener.session))',
    'true',
  ),
  without(
    'an event that is seen late is not told',
    feed('an event that is seen'),
    `${admin}/order-feed.ts`,
    'AND (e.id > ? OR e.created_at > now() - make_interval(secs => ?))',
    'AND (e.id > ? OR (e.created_at > now() - make_interval(secs => ?) AND false))',
  ),
  without(
    'another content is a duplicate',
    duplicates('is no duplicate'),
    'api/database/src/possible-duplicates.ts',
    " AND ${contentOf('p')} = own.content",
    '',
  ),
  without(
    'a cancelled order makes a duplicate',
    duplicates('cancelling one of two'),
    'api/database/src/possible-duplicates.ts',
    " AND p.status <> 'cancelled'",
    '',
  ),
  without(
    'the staff message keeps a mark that is gone',
    duplicates('cancelling one of two'),
    status,
    "if (before === 'cancelled' || to === 'cancelled')",
    'if (before === to)',
  ),
  without(
    'the feed starts at the first event ever',
    feed('replays no history'),
    `${admin}/order-feed.ts`,
    ': await readPosition(db)',
    ': { highest: 0, lately: new Set<number>() }',
  ),
  without(
    'a client that is far behind receives every event',
    feed('far behind'),
    `${admin}/order-feed.ts`,
    'events.length > BATCH ? resetText',
    'events.length < 0 ? resetText',
  ),
  without(
    'one account opens streams without limit',
    feed('limited number of streams'),
    `${admin}/order-feed.ts`,
    'if (!isFull && (counts.get(userId) ?? 0) <= STREAMS_PER_ACCOUNT) return',
    'if (!isFull) return',
  ),
  without(
    'an order that the page was loaded with is announced as new',
    page('orders/order-feed', 'loaded with'),
    'pwa/src/admin/orders/order-feed.ts',
    'event.id > (after ?? 0)',
    'event.id > 0',
  ),
  without(
    'a key that was overtaken counts',
    buttons('a key pressed again'),
    status,
    ' || (from && before !== from)',
    '',
  ),
  without(
    'anybody presses keys',
    knownStaff,
    'worker/src/bot/staff-store.ts',
    ".whereIn('role', ['editor', 'admin'])",
    '',
  ),
  without('who was put out presses keys', knownStaff, 'worker/src/bot/staff-store.ts', 'is_active: true, ', ''),
  without(
    'keys work in any chat',
    knownStaff,
    'worker/src/bot/order-buttons.ts',
    '!staffChat.isHere(ctx.chat)',
    'false',
  ),
  without(
    'the panel changes no message',
    buttons('what the panel changes'),
    status,
    '  await showMessages(trx, orderId)\n  if',
    '  if',
  ),
  without(
    'of two edits the older one stays',
    buttons('of two edits'),
    'worker/src/notifications/order-shown.ts',
    'if ((await readLastMove(db, orderId))?.event === move?.event)',
    'if (move?.event !== -1)',
  ),
  without(
    'a change while staff were being told is not shown',
    buttons('an order that changed'),
    'worker/src/notifications/order-placed.ts',
    'if (now !== status)',
    'if (now === undefined)',
  ),
  without(
    'staff tie a chat by a password alone',
    ['worker/src/bot/ties.test.ts', 'staff tie'],
    'api/src/http/serve.ts',
    "(who === 'owner' && user.role === 'user')",
    "who === 'owner'",
  ),
  without(
    'who becomes staff keeps a customer’s password',
    users('A-03'),
    `${admin}/user-routes.ts`,
    "if (before.role === 'user')",
    "if (before.role === 'admin')",
  ),
  without(
    'nobody proved becomes staff',
    users('an account that nobody'),
    `${admin}/user-routes.ts`,
    '!before.is_verified',
    'false',
  ),
  without(
    'a deactivated account stays in',
    users('a deactivated'),
    `${admin}/user-routes.ts`,
    'if (!isActive) await revokeAccess(trx, id)',
    '',
  ),
  without(
    'two admins put each other out',
    users('K7'),
    'api/src/accounts/user-store.ts',
    "    .orderBy('id')\n    .forUpdate()\n",
    '',
  ),
  without(
    'the last admin goes',
    users('K7'),
    `${admin}/user-routes.ts`,
    'if (isLast) throw',
    'if (isLast && false) throw',
  ),
  without(
    'a lost phone’s Telegram goes on',
    users('a lost phone'),
    `${admin}/user-store.ts`,
    '      telegram_id: null,\n',
    '',
  ),
  without(
    'a day is this device’s and not Kyiv’s',
    ['api/contract/src/kyiv-day.test.ts', 'a day is Kyiv'],
    'api/contract/src/kyiv-day.ts',
    ", timeZone: 'Europe/Kyiv'",
    '',
  ),
  without(
    'an answer is never late',
    page('orders/answer-time', 'after an order came'),
    'pwa/src/admin/orders/answer-time.ts',
    "leftMs < 0 ? 'late' : ",
    '',
  ),
]
