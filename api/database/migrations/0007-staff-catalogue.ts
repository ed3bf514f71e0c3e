import type { Knex } from 'knex'

/** Adds edit-conflict detection (infra/decisions/0027-audit-log-and-edit-conflicts.md) and picture uploads (0028). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE products ADD COLUMN version integer NOT NULL DEFAULT 1;     -- incremented by every change of staff
    ALTER TABLE categories ADD COLUMN version integer NOT NULL DEFAULT 1;

    -- Permissions to upload one picture each.
    CREATE TABLE uploads (
      id         uuid PRIMARY KEY,
      user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      image_url  text,                 -- of the published picture
      used_at    timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((image_url IS NULL) = (used_at IS NULL))
    );
    -- finds the unused uploads of a user; also for the foreign key
    CREATE INDEX uploads_user_idx ON uploads (user_id, created_at);
    -- finds expired rows
    CREATE INDEX uploads_created_idx ON uploads (created_at);

    -- Published pictures that are no longer referenced.
    CREATE TABLE picture_orphans (
      image_url text PRIMARY KEY,
      since     timestamptz NOT NULL DEFAULT now()
    );
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE picture_orphans, uploads;
    ALTER TABLE products DROP COLUMN version;
    ALTER TABLE categories DROP COLUMN version;
  `)
}
