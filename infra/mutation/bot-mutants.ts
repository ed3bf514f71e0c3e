import { condition, mutant, type Mutant, remove, replace } from './mutant.ts'

/** The Telegram bot (infra/decisions/0025-telegram-bot.md). */
export const botMutants: readonly Mutant[] = [
  mutant(
    'verification-consumed-once',
    'two concurrent polls both sign in',
    replace('AND verified_at IS NOT NULL AND consumed_at IS NULL AND', 'AND verified_at IS NOT NULL AND'),
  ),
  mutant(
    'contact-own-user',
    'the contact of another user is accepted',
    replace('&& $contact.user_id === $from?.$id', ''),
  ),
  mutant('contact-not-forwarded', 'a forwarded contact is accepted', replace('!$forwarded &&', '')),
  mutant(
    'contact-same-phone',
    'a contact with any phone is accepted',
    replace('$e164($ctx.msg.contact) !== $link.$phone', '$link.$phone === null'),
  ),
  mutant('bot-private-chats-only', 'the bot answers in groups', replace("= $bot.chatType('private')", '= $bot')),
  mutant(
    'number-needs-contact',
    'a number can be tapped before the contact was sent',
    replace('($link.$hasContact || !$link.$attemptId)', 'true'),
  ),
  mutant(
    'bot-link-one-user',
    'a bot link can be opened by a second user',
    replace(".whereRaw('coalesce(telegram_id, ?) = ?', [String($id), String($id)])", ''),
  ),
  mutant('bot-link-expires', 'a bot link never expires', replace('AND v.expires_at > now()', '')),
  mutant('wrong-number-cancels', 'a wrong number is only a failed try', replace('await $cancelAttempt(', 'void (')),
  mutant(
    'cancelled-verification-ends',
    'a cancelled verification looks like a used-up one',
    replace(".whereNull('cancelled_at')", ''),
  ),
  mutant(
    'number-compared',
    'any number is accepted',
    replace('$link.$expected === Number($number)', 'Number($number) > 0'),
  ),
  mutant('update-handled-once', 'a repeated update is handled again', condition(false)),
  mutant('failed-update-not-confirmed', 'an update that failed is confirmed', remove()),
  mutant('one-poller', 'every worker polls for updates', replace('$lockOf($work)', 'Math.trunc(Math.random() * 1e9)')),
  mutant(
    'webhook-secret',
    'the webhook accepts requests without the secret',
    replace(', { secretToken: $secret }', ''),
  ),
]
