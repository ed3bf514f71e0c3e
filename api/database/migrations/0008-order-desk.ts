import type { Knex } from 'knex'

/** Extends orders for staff (infra/decisions/0029-order-administration.md, 0030-telegram-buttons.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Staff messages about an order in Telegram: a status change updates them.
    CREATE TABLE order_messages (
      chat_id     text NOT NULL,
      message_id  bigint NOT NULL,
      order_id    uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
      is_repeated boolean NOT NULL DEFAULT false,   -- the message states that it may be a repeat
      PRIMARY KEY (chat_id, message_id)
    );
    -- finds the messages about an order; also for the foreign key
    CREATE INDEX order_messages_order_idx ON order_messages (order_id);

    -- The words of a text in lower case, independent of the database locale: alphanumeric characters only.
    CREATE FUNCTION search_words(value text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      strip(to_tsvector('pg_catalog.simple', regexp_replace(lower(value COLLATE "pg_c_utf8"), '[^[:alnum:]]+', ' ', 'g')));
    -- Matches texts in which every word is a prefix of a word; null without any word.
    CREATE FUNCTION search_query(value text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
      (SELECT string_agg(quote_literal(lexeme) || ':*', ' & ')::tsquery FROM unnest(search_words(value)));
    -- Search text of an order: name, comment, id, and the phone from each usual starting digit.
    CREATE FUNCTION order_words(name text, phone text, comment text, id uuid) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN search_words(
      name || ' ' || coalesce(comment, '') || ' ' || id::text || ' ' || regexp_replace(phone, '[^0-9]', '', 'g') || ' ' ||
      right(phone, 10) || ' ' || right(phone, 9) || ' ' || right(phone, 7) || ' ' || right(phone, 4)
    );
    ALTER TABLE orders ADD COLUMN words tsvector NOT NULL
      GENERATED ALWAYS AS (order_words(customer_name, customer_phone, customer_comment, id)) STORED;
    -- finds orders by word prefixes
    CREATE INDEX orders_words_idx ON orders USING gin (words);

    -- keyset pagination of the staff list, newest first; the id breaks ties of time
    DROP INDEX orders_created_idx;
    CREATE INDEX orders_created_idx ON orders (created_at, id);
    -- the same for one status, and the count of pending orders
    CREATE INDEX orders_status_idx ON orders (status, created_at, id);

    -- Notifies the order feed of each event.
    CREATE FUNCTION order_event_written() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('order_events', '');
      RETURN NULL;
    END $$;
    CREATE TRIGGER order_event_written AFTER INSERT ON order_events
      FOR EACH STATEMENT EXECUTE FUNCTION order_event_written();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TRIGGER order_event_written ON order_events;
    DROP FUNCTION order_event_written;
    DROP INDEX orders_status_idx, orders_created_idx;
    CREATE INDEX orders_created_idx ON orders (created_at DESC);
    ALTER TABLE orders DROP COLUMN words;
    DROP FUNCTION order_words, search_query, search_words;
    DROP TABLE order_messages;
  `)
}
