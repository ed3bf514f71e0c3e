import type { Knex } from 'knex'

/** Counts likes by a trigger, which covers cascading deletes (infra/decisions/0022-favourites-and-cart.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE FUNCTION likes_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      -- Locks products in one order: two concurrent account deletions cannot deadlock.
      PERFORM FROM products WHERE id IN (SELECT product_id FROM changed) ORDER BY id FOR NO KEY UPDATE;
      UPDATE products
      SET likes_count = (SELECT count(*) FROM product_likes WHERE product_likes.product_id = products.id)
      WHERE id IN (SELECT product_id FROM changed);
      RETURN NULL;
    END $$;
    CREATE TRIGGER likes_added AFTER INSERT ON product_likes REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION likes_changed();
    CREATE TRIGGER likes_gone AFTER DELETE ON product_likes REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION likes_changed();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER likes_added ON product_likes;
    DROP TRIGGER likes_gone ON product_likes;
    DROP FUNCTION likes_changed;
  `)
}
