import type { Knex } from 'knex'

/** Who is signed in, who waits for a code, and what counts against guessing (infra/decisions/0019-accounts.md, 0020, 0021). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A cookie opens a session only as long as its row says so.
    CREATE TABLE user_sessions (
      id_hash          bytea PRIMARY KEY,          -- SHA-256 of the id in the cookie: the table opens nothing
      user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      device           text NOT NULL DEFAULT '',   -- what the browser called itself, cut
      second_factor_at timestamptz,                -- staff: when the second proof was given
      created_at       timestamptz NOT NULL DEFAULT now(),
      last_seen_at     timestamptz NOT NULL DEFAULT now(),
      revoked_at       timestamptz
    );
    -- "where is this person signed in", "sign out everywhere", and the foreign key
    CREATE INDEX user_sessions_user_idx ON user_sessions (user_id);

    -- The app that staff prove themselves with (infra/decisions/0023-second-factor.md).
    ALTER TABLE users
      ADD COLUMN totp_secret text,                 -- sealed
      ADD COLUMN totp_step   bigint;               -- of the last code that was used; null until the first one

    -- Whoever has not proved an address yet is here and nowhere else.
    CREATE TABLE pending_registrations (
      id              uuid PRIMARY KEY,
      purpose         text NOT NULL CHECK (purpose IN ('register', 'verify', 'identity', 'reset')),
      user_id         uuid REFERENCES users ON DELETE CASCADE,   -- null for a registration and for a decoy
      is_decoy        boolean NOT NULL,            -- no code ever fits: the answer must look the same all the same
      identity        text NOT NULL,               -- e-mail or E.164, as users has it
      kind            text NOT NULL CHECK (kind IN ('email', 'phone')),
      password        text,                        -- argon2id, of a registration
      first_name      text NOT NULL DEFAULT '',
      last_name       text NOT NULL DEFAULT '',
      language        text NOT NULL CHECK (language IN ('ua', 'ru', 'en')),
      browser_hash    bytea NOT NULL,              -- SHA-256 of the secret in the cookie of the browser that began it
      code_hash       bytea,                       -- HMAC of id and code
      code_expires_at timestamptz,
      codes_asked     smallint NOT NULL DEFAULT 1,
      code_asked_at   timestamptz NOT NULL DEFAULT now(),
      attempts        smallint NOT NULL DEFAULT 0, -- of the present code
      total_attempts  smallint NOT NULL DEFAULT 0, -- of all its codes
      verified_at     timestamptz,                 -- the bot has seen the phone's owner
      consumed_at     timestamptz,
      cancelled_at    timestamptz,
      created_at      timestamptz NOT NULL DEFAULT now(),
      CHECK (purpose = 'register' OR is_decoy OR user_id IS NOT NULL)
    );
    -- "which are old", and the foreign key
    CREATE INDEX pending_registrations_created_idx ON pending_registrations (created_at);
    CREATE INDEX pending_registrations_user_idx ON pending_registrations (user_id) WHERE user_id IS NOT NULL;

    -- Counters against guessing; they outlive Redis.
    CREATE TABLE throttles (
      bucket      text NOT NULL,
      key_hash    bytea NOT NULL,                  -- keyed hash of an address, an account, a device
      hits        integer NOT NULL,
      window_ends timestamptz NOT NULL,
      next_at     timestamptz NOT NULL,            -- not before, once the limit is reached
      PRIMARY KEY (bucket, key_hash)
    );
    -- "which are over"
    CREATE INDEX throttles_ends_idx ON throttles (window_ends);

    -- A like changes what the catalogue shows, but not at once: a version of the whole catalogue per tap would be dear
    -- (infra/decisions/0022-favourites-and-cart.md). The trigger names what moves it: likes_shown, not likes_count.
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
