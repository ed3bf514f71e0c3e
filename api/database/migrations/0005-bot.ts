import type { Knex } from 'knex'

/** Ways to the bot and what it remembers (infra/decisions/0025-telegram-bot.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One way to the bot: to prove the phone of an attempt, to tie a chat to an account, or one to an order.
    ALTER TABLE telegram_verifications
      ALTER COLUMN phone DROP NOT NULL,            -- of an attempt alone
      ADD COLUMN attempt_id        uuid REFERENCES pending_registrations ON DELETE CASCADE,
      ADD COLUMN user_id           uuid REFERENCES users ON DELETE CASCADE,
      ADD COLUMN order_id          uuid REFERENCES orders ON DELETE CASCADE,
      ADD COLUMN language          text NOT NULL CHECK (language IN ('ua', 'ru', 'en')),
      ADD COLUMN number            smallint,       -- two digits that the page shows; null where none is asked for
      ADD COLUMN telegram_username text,
      ADD COLUMN opened_at         timestamptz,    -- by telegram_id, and by nobody else any more
      ADD COLUMN contact_at        timestamptz,    -- that person's own contact, with this phone, has come
      ADD COLUMN closed_at         timestamptz,    -- it leads nowhere any more
      ADD CHECK (num_nonnulls(attempt_id, user_id, order_id) = 1),
      ADD CHECK ((attempt_id IS NULL) = (phone IS NULL));
    -- "what did this person open last"
    CREATE INDEX telegram_verifications_opened_idx ON telegram_verifications (telegram_id, opened_at)
      WHERE closed_at IS NULL;
    -- the foreign keys
    CREATE INDEX telegram_verifications_attempt_idx ON telegram_verifications (attempt_id) WHERE attempt_id IS NOT NULL;
    CREATE INDEX telegram_verifications_user_idx ON telegram_verifications (user_id) WHERE user_id IS NOT NULL;
    CREATE INDEX telegram_verifications_order_idx ON telegram_verifications (order_id) WHERE order_id IS NOT NULL;

    -- What Telegram has told already: it tells again whatever was not confirmed in time.
    CREATE TABLE telegram_updates (
      update_id bigint PRIMARY KEY,
      seen_at   timestamptz NOT NULL DEFAULT now()
    );
    -- "which are over"
    CREATE INDEX telegram_updates_seen_idx ON telegram_updates (seen_at);

    -- Chats that hear what becomes of an order.
    CREATE TABLE order_chats (
      order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
      chat_id  text NOT NULL,
      language text NOT NULL CHECK (language IN ('ua', 'ru', 'en')),
      PRIMARY KEY (order_id, chat_id)
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE order_chats, telegram_updates;
    DELETE FROM telegram_verifications;
    ALTER TABLE telegram_verifications
      ALTER COLUMN phone SET NOT NULL,
      DROP COLUMN attempt_id, DROP COLUMN user_id, DROP COLUMN order_id, DROP COLUMN language, DROP COLUMN number,
      DROP COLUMN telegram_username, DROP COLUMN opened_at, DROP COLUMN contact_at, DROP COLUMN closed_at;
  `)
}
