import type { Knex } from 'knex'

/** Creates sessions, verifications and account rate limits (infra/decisions/0019-accounts.md, 0020, 0021). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A session is valid only as long as its row is.
    CREATE TABLE user_sessions (
      id_hash          bytea PRIMARY KEY,          -- SHA-256 of the id in the cookie: the table alone opens no session
      user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      device           text NOT NULL DEFAULT '',   -- the user agent, truncated
      second_factor_at timestamptz,                -- staff: when the second factor was verified
      created_at       timestamptz NOT NULL DEFAULT now(),
      last_seen_at     timestamptz NOT NULL DEFAULT now(),
      revoked_at       timestamptz
    );
    -- lists and revokes the sessions of a user; also for the foreign key
    CREATE INDEX user_sessions_user_idx ON user_sessions (user_id);

    -- The authenticator app of staff (infra/decisions/0023-second-factor.md).
    ALTER TABLE users
      ADD COLUMN totp_secret text,                 -- encrypted
      ADD COLUMN totp_step   bigint;               -- time step of the last used code; null before the first one

    -- Unverified registrations have a row here and no user.
    CREATE TABLE pending_registrations (
      id              uuid PRIMARY KEY,
      purpose         text NOT NULL CHECK (purpose IN ('register', 'verify', 'identity', 'reset')),
      user_id         uuid REFERENCES users ON DELETE CASCADE,   -- null for a registration and for a decoy
      is_decoy        boolean NOT NULL,            -- no code is correct: prevents account enumeration by identical responses
      identity        text NOT NULL,               -- e-mail or E.164, as in users
      kind            text NOT NULL CHECK (kind IN ('email', 'phone')),
      password        text,                        -- argon2id, of a registration
      first_name      text NOT NULL DEFAULT '',
      last_name       text NOT NULL DEFAULT '',
      language        text NOT NULL CHECK (language IN ('ua', 'ru', 'en')),
      browser_hash    bytea NOT NULL,              -- SHA-256 of the secret in the cookie of the starting browser
      code_hash       bytea,                       -- HMAC of id and code
      code_expires_at timestamptz,
      codes_asked     smallint NOT NULL DEFAULT 1,
      code_asked_at   timestamptz NOT NULL DEFAULT now(),
      attempts        smallint NOT NULL DEFAULT 0, -- tries of the current code
      total_attempts  smallint NOT NULL DEFAULT 0, -- tries of all its codes
      verified_at     timestamptz,                 -- the bot has verified the phone's owner
      consumed_at     timestamptz,
      cancelled_at    timestamptz,
      created_at      timestamptz NOT NULL DEFAULT now(),
      CHECK (purpose = 'register' OR is_decoy OR user_id IS NOT NULL)
    );
    -- finds old rows; also for the foreign key
    CREATE INDEX pending_registrations_created_idx ON pending_registrations (created_at);
    CREATE INDEX pending_registrations_user_idx ON pending_registrations (user_id) WHERE user_id IS NOT NULL;

    -- Rate limits; stored here because they must survive a loss of Redis.
    CREATE TABLE throttles (
      bucket      text NOT NULL,
      key_hash    bytea NOT NULL,                  -- keyed hash of an address, an account, a device
      hits        integer NOT NULL,
      window_ends timestamptz NOT NULL,
      next_at     timestamptz NOT NULL,            -- earliest next request after the limit
      PRIMARY KEY (bucket, key_hash)
    );
    -- finds ended windows
    CREATE INDEX throttles_ends_idx ON throttles (window_ends);

    -- A like changes the catalogue with a delay: a version of the whole catalogue per tap would be expensive
    -- (infra/decisions/0022-favourites-and-cart.md). The trigger lists likes_shown, not likes_count.
    ALTER TABLE products ADD COLUMN likes_shown integer NOT NULL DEFAULT 0;
    UPDATE products SET likes_shown = likes_count;
    DROP TRIGGER catalogue_changed ON products;
    CREATE TRIGGER catalogue_changed AFTER INSERT OR DELETE OR UPDATE OF
      category_id, slug, price, image_url, gallery_images, available_packages, is_active, is_featured, sort_order,
      likes_shown
      ON products FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER catalogue_changed ON products;
    CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE ON products
      FOR EACH STATEMENT EXECUTE FUNCTION catalogue_changed();
    ALTER TABLE products DROP COLUMN likes_shown;
    ALTER TABLE users DROP COLUMN totp_secret, DROP COLUMN totp_step;
    DROP TABLE throttles, pending_registrations, user_sessions;
  `)
}
