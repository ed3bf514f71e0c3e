import type { Knex } from 'knex'

/** Creates bot links and the state of the bot (infra/decisions/0025-telegram-bot.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A bot link verifies the phone of a verification, or links a chat to an account or an order.
    ALTER TABLE telegram_verifications
      ALTER COLUMN phone DROP NOT NULL,            -- of a verification only
      ADD COLUMN attempt_id        uuid REFERENCES pending_registrations ON DELETE CASCADE,
      ADD COLUMN user_id           uuid REFERENCES users ON DELETE CASCADE,
      ADD COLUMN order_id          uuid REFERENCES orders ON DELETE CASCADE,
      ADD COLUMN language          text NOT NULL CHECK (language IN ('ua', 'ru', 'en')),
      ADD COLUMN number            smallint,       -- two digits that the page shows; null without confirmation
      ADD COLUMN telegram_username text,
      ADD COLUMN opened_at         timestamptz,    -- by telegram_id; other users cannot open it afterwards
      ADD COLUMN contact_at        timestamptz,    -- the user has shared their own contact with this phone
      ADD COLUMN closed_at         timestamptz,    -- the link is invalid from then on
      ADD CHECK (num_nonnulls(attempt_id, user_id, order_id) = 1),
      ADD CHECK ((attempt_id IS NULL) = (phone IS NULL));
    -- finds the last link that a user opened
    CREATE INDEX telegram_verifications_opened_idx ON telegram_verifications (telegram_id, opened_at)
      WHERE closed_at IS NULL;
    -- the foreign keys
    CREATE INDEX telegram_verifications_attempt_idx ON telegram_verifications (attempt_id) WHERE attempt_id IS NOT NULL;
    CREATE INDEX telegram_verifications_user_idx ON telegram_verifications (user_id) WHERE user_id IS NOT NULL;
    CREATE INDEX telegram_verifications_order_idx ON telegram_verifications (order_id) WHERE order_id IS NOT NULL;

    -- Received updates: Telegram repeats updates without a timely confirmation.
    CREATE TABLE telegram_updates (
      update_id bigint PRIMARY KEY,
      seen_at   timestamptz NOT NULL DEFAULT now()
    );
    -- finds expired rows
    CREATE INDEX telegram_updates_seen_idx ON telegram_updates (seen_at);

    -- Chats that receive the status updates of an order.
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
