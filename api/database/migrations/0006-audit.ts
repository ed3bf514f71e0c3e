import type { Knex } from 'knex'

/** Creates the audit log (infra/decisions/0027-audit-log-and-edit-conflicts.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE audit_log (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      user_id    uuid,                 -- no foreign key: lines outlive the account
      actor      text NOT NULL,        -- the role of the actor: editor, admin, telegram, …
      action     text NOT NULL CHECK (action ~ '^[a-z-]+\\.[a-z-]+$'),   -- product.changed
      thing_id   text,                 -- id of the changed entity; null for a list
      before     jsonb,                -- changed fields before
      after      jsonb,                -- changed fields after
      created_at timestamptz NOT NULL DEFAULT now()
    );
    -- lines of an entity, newest first
    CREATE INDEX audit_log_thing_idx ON audit_log (thing_id, id DESC) WHERE thing_id IS NOT NULL;
    -- lines of a user, newest first
    CREATE INDEX audit_log_user_idx ON audit_log (user_id, id DESC) WHERE user_id IS NOT NULL;
    -- finds expired lines
    CREATE INDEX audit_log_created_idx ON audit_log (created_at);

    -- Lines are inserted and, after a year, deleted; every other change is rejected for every role.
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
