import type { Knex } from 'knex'

/** Marks demo accounts, whose passwords are published. Before this, only their addresses identified them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE users ADD COLUMN is_demo boolean NOT NULL DEFAULT false;
    UPDATE users SET is_demo = true
    WHERE email IN ('admin@tsedra.example', 'editor@tsedra.example', 'olena@tsedra.example');
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE users DROP COLUMN is_demo;')
}
