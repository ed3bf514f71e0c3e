import { condition, mutant, type Mutant, remove, replace } from './mutant.ts'

/** Order administration (infra/decisions/0029-order-administration.md, 0030-telegram-buttons.md, 0031-roles.md). */
export const orderMutants: readonly Mutant[] = [
  mutant('status-changes-serialised', 'concurrent status changes overlap', replace('.forUpdate()', '')),
  mutant(
    'status-change-compared',
    'a status change ignores the status that its sender has seen',
    replace(', ...($from && { $from })', ''),
  ),
  mutant('status-sent-to-chats', 'the customer’s chats are not told of a new status', remove()),
  mutant('status-change-audited', 'a status change is not audited', condition(false)),
  mutant(
    'order-list-read-audited',
    'reading customer names is not audited',
    replace("$action: '$read', $after", "$action: 'x.y', $after"),
  ),
  mutant(
    'order-sort-by-deadline',
    'a list by deadline begins with the newest order',
    replace("$sort === 'deadline'", "$sort !== 'deadline'"),
  ),
  mutant(
    'picking-list-confirmed',
    'a cancelled order is picked',
    replace("o.status = 'confirmed'", "o.status <> 'pending'"),
  ),
  mutant(
    'quiet-hours-over-midnight',
    'quiet hours over midnight are none',
    replace('if ($quietFrom <= $quietTo) return', 'if (true) return'),
  ),
  mutant('undo-expires', 'a change of a minute ago is undone', replace('|| $last.until <= $now', '')),
  mutant('single-keys-can-be-off', 'single-key shortcuts cannot be turned off', condition(false)),
  mutant('no-shortcut-while-typing', 'typing confirms an order', condition(false)),
  mutant('late-orders-pending', 'an answered order counts as late', replace("status = 'pending' AND ", '')),
  mutant(
    'csv-order-formula-escaped',
    'a spreadsheet runs a customer’s text as a formula',
    replace("`'${$value}`", '$value'),
  ),
  mutant(
    'feed-ends-with-session',
    'an order feed outlives the session',
    replace('$inside.some(($session) => $session.equals($listener.$own))', 'true'),
  ),
  mutant(
    'feed-late-commit',
    'the order feed misses an event that was committed late',
    replace(
      'AND (e.id > ? OR e.created_at > now() - make_interval(secs => ?))',
      'AND (e.id > ? OR (e.created_at > now() - make_interval(secs => ?) AND false))',
    ),
  ),
  mutant(
    'duplicate-same-content',
    'an order with other content is marked as a duplicate',
    replace("AND ${$contentOf('p')} = own.content", ''),
  ),
  mutant(
    'duplicate-not-cancelled',
    'a cancelled order is marked as a duplicate',
    replace("AND p.status <> 'cancelled'", ''),
  ),
  mutant('duplicate-mark-removed', 'the staff message keeps the duplicate mark of a cancelled order', condition(false)),
  mutant(
    'feed-starts-now',
    'the order feed starts at the first event',
    replace(
      ': await $readPosition($db)',
      ': { $highest: 0, $lately: new Set() }',
      '$since && (await $readSince($db, $since.$highest))',
      '?.$lately.has(',
    ),
  ),
  mutant(
    'feed-resets-far-behind',
    'a client that is far behind receives every event',
    replace('$events.length > $BATCH ? $resetText', '$events.length < 0 ? $resetText'),
  ),
  mutant(
    'feed-stream-limit',
    'one account opens any number of streams',
    replace('if (!$isFull && ($counts.get($userId) ?? 0) <= $STREAMS_PER_ACCOUNT) return', 'if (!$isFull) return'),
  ),
  mutant(
    'loaded-order-not-new',
    'an order that the page was loaded with is announced as new',
    replace('($after ?? 0)', '0'),
  ),
  mutant(
    'stale-button-refused',
    'an outdated button changes the status',
    replace('|| ($from && $before !== $from)', ''),
  ),
  mutant(
    'buttons-staff-only',
    'a customer presses a staff button',
    replace(".whereIn('role', ['editor', 'admin'])", ''),
  ),
  mutant('buttons-active-staff-only', 'deactivated staff press buttons', replace('is_active: true,', '')),
  mutant('buttons-staff-chat-only', 'buttons work in any chat', condition(false)),
  mutant('stock-staff-chat-only', 'stock is changed from any chat', replace('$isStaffPlace($chat)', 'true')),
  mutant(
    'stock-wildcards-escaped',
    'wildcards in a search of /stock are a pattern',
    replace(".replace(/[\\\\%_]/g, '\\\\$&')", ''),
  ),
  mutant('status-shown-in-message', 'a status change in the admin area does not update the staff message', remove()),
  mutant('latest-status-shown', 'the staff message shows the older of two changes', condition(true)),
  mutant(
    'change-while-sending-shown',
    'a change during the sending of the staff message is not shown',
    condition(false),
  ),
  mutant(
    'staff-link-second-factor',
    'staff link a chat without the second factor',
    replace("($who === 'owner' && $user.role === 'user')", "$who === 'owner'"),
  ),
  mutant('new-staff-password-reset', 'a new staff member keeps the customer password', condition(false)),
  mutant('staff-verified', 'an unverified account becomes staff', replace('!$before.is_verified', 'false')),
  mutant('deactivation-ends-sessions', 'a deactivated account keeps its sessions', remove()),
  mutant('admins-locked-in-order', 'two admins demote each other', replace(".orderBy('id') .forUpdate()", '')),
  mutant('last-admin-kept', 'the last admin can be demoted', condition(false)),
  mutant('lost-phone-unlinks-telegram', 'Telegram stays linked after a lost phone', remove()),
  mutant(
    'out-of-stock-refused',
    'an order of a package out of stock is placed although the shop refuses it',
    condition(false),
  ),
  mutant(
    'out-of-stock-is-backorder',
    'staff do not see that an ordered package is out of stock',
    replace("$stock !== 'in'", 'false'),
  ),
  mutant('stock-policy-audited', 'a change of the stock policy is not audited', remove()),
  mutant(
    'stock-policy-admin-only',
    'an editor changes the stock policy',
    replace(
      '$serve($router, $setStockPolicy, async',
      "$serve($router, Object.fromEntries(Object.entries($setStockPolicy).map(([key, value]) => [key, value === 'admin' ? 'staff' : value])) as typeof $setStockPolicy, async",
    ),
  ),
  mutant('day-in-kyiv', 'a day is computed in the device’s time zone', replace(", timeZone: 'Europe/Kyiv'", '')),
  mutant('figure-period-limit', 'figures of any number of days are computed', condition(false)),
  mutant('figure-days-in-kyiv', 'figures have days in UTC', replace("AT TIME ZONE 'Europe/Kyiv'", '')),
  mutant(
    'cancelled-order-no-revenue',
    'a cancelled order counts as revenue',
    replace("$status !== 'cancelled'", 'true'),
  ),
  mutant('answer-by-staff-only', 'a customer who cancels counts as an answer', replace("AND actor = 'staff'", '')),
  mutant('answer-late', 'an order is never shown as late', replace("$leftMs < 0 ? '$late' :", '')),
]
