import type { Knex } from 'knex'

/** What staff need to change the catalogue together (infra/decisions/0027-audit-log-and-edit-conflicts.md) and to send pictures (0028). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE products ADD COLUMN version integer NOT NULL DEFAULT 1;     -- grows with every change by staff
    ALTER TABLE categories ADD COLUMN version integer NOT NULL DEFAULT 1;

    -- Tickets to send one picture each.
    CREATE TABLE uploads (
      id         uuid PRIMARY KEY,
      user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      image_url  text,                 -- of what was published from it
      used_at    timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      CHECK ((image_url IS NULL) = (used_at IS NULL))
    );
    -- "what has this person not used yet", and the foreign key
    CREATE INDEX uploads_user_idx ON uploads (user_id, created_at);
    -- "which are over"
    CREATE INDEX uploads_created_idx ON uploads (created_at);

    -- Published pictures that nothing shows any more.
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
