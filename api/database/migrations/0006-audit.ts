import type { Knex } from 'knex'

/** Who of the staff did what (infra/decisions/0027-audit-log-and-edit-conflicts.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE audit_log (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id    uuid,                 -- no foreign key: what was done stays when the account goes
      actor      text NOT NULL,        -- the role it was done in: editor, admin, telegram, …
      action     text NOT NULL CHECK (action ~ '^[a-z-]+\\.[a-z-]+$'),   -- product.changed
      thing_id   text,                 -- of what was done to; null for a list
      before     jsonb,                -- of what changed, as it was
      after      jsonb,                -- and as it is
      created_at timestamptz NOT NULL DEFAULT now()
    );
    -- "what became of this", newest first
    CREATE INDEX audit_log_thing_idx ON audit_log (thing_id, id DESC) WHERE thing_id IS NOT NULL;
    -- "what has this person done", newest first
    CREATE INDEX audit_log_user_idx ON audit_log (user_id, id DESC) WHERE user_id IS NOT NULL;
    -- "which are over"
    CREATE INDEX audit_log_created_idx ON audit_log (created_at);

    -- A line is added and, a year later, swept; nothing else ever happens to it, whoever asks.
    CREATE FUNCTION audit_log_stands() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'DELETE' AND OLD.created_at < now() - interval '365 days' THEN RETURN OLD; END IF;
      RAISE EXCEPTION 'audit_log is only added to' USING ERRCODE = 'insufficient_privilege';
    END $$;
    CREATE TRIGGER audit_log_stands BEFORE UPDATE OR DELETE ON audit_log
      FOR EACH ROW EXECUTE FUNCTION audit_log_stands();
    CREATE TRIGGER audit_log_stays BEFORE TRUNCATE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION audit_log_stands();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE audit_log; DROP FUNCTION audit_log_stands;')
}
