import type { Knex } from 'knex'

/** Creates users: customers and staff. Unverified registrations are no users (infra/decisions/0002-schema.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE users (
      id                uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      email             text UNIQUE,          -- trimmed, NFC, lower case
      phone             text UNIQUE,          -- E.164
      password          text,                 -- argon2id, PHC string; null when only providers sign in
      first_name        text NOT NULL DEFAULT '',
      last_name         text NOT NULL DEFAULT '',
      profile_image_url text,
      role              text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'editor', 'admin')),
      is_verified       boolean NOT NULL DEFAULT false,
      is_active         boolean NOT NULL DEFAULT true,
      google_id         text UNIQUE,
      apple_id          text UNIQUE,
      telegram_id       text UNIQUE,
      telegram_username text,
      language          text CHECK (language IN ('ua', 'ru', 'en')),
      created_at        timestamptz NOT NULL DEFAULT now(),
      updated_at        timestamptz NOT NULL DEFAULT now(),
      CHECK (email IS NOT NULL OR phone IS NOT NULL OR google_id IS NOT NULL OR apple_id IS NOT NULL)
    );

    CREATE TABLE telegram_verifications (
      id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      phone       text NOT NULL,
      code        text NOT NULL,              -- hash of the one-time nonce in the deep link
      telegram_id text,
      verified    boolean NOT NULL DEFAULT false,
      created_at  timestamptz NOT NULL DEFAULT now(),
      expires_at  timestamptz NOT NULL
    );
    -- finds the verification of a nonce
    CREATE UNIQUE INDEX telegram_verifications_code_idx ON telegram_verifications (code);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE telegram_verifications; DROP TABLE users;')
}
