import type { Knex } from 'knex'

/** Creates orders, the outcome of every order id, and the job outbox. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- One row per id with a final outcome. A refusal or a cancel uses the id up for good.
    CREATE TABLE order_ids (
      id          uuid PRIMARY KEY,
      outcome     text NOT NULL CHECK (outcome IN ('order', 'refused', 'cancelled')),
      fingerprint bytea,                          -- SHA-256 of the request; null for a cancel that arrived first
      refusal     jsonb,                          -- the stored refusal, which copies receive
      created_at  timestamptz NOT NULL DEFAULT now(),
      CHECK ((outcome = 'refused') = (refusal IS NOT NULL))
    );

    CREATE TABLE orders (
      id                   uuid PRIMARY KEY REFERENCES order_ids,
      user_id              uuid REFERENCES users ON DELETE SET NULL,
      customer_name        text NOT NULL,
      customer_phone       text NOT NULL CHECK (length(customer_phone) <= 50),  -- E.164 when it could be parsed
      customer_phone_typed text NOT NULL,
      phone_is_valid       boolean NOT NULL,
      customer_comment     text,
      language             text NOT NULL CHECK (language IN ('ua', 'ru', 'en')),
      total_amount         numeric(12,2),         -- null for an enquiry without products
      quoted_total         numeric(12,2),         -- the total that the customer saw, if the phone sent one
      status               text NOT NULL DEFAULT 'pending'
                           CHECK (status IN ('pending', 'confirmed', 'completed', 'cancelled')),
      telegram_sent        boolean NOT NULL DEFAULT false,
      is_suspect           boolean NOT NULL DEFAULT false,
      address_hash         bytea,                 -- keyed hash of the sender's address, for the hourly limits
      content_hash         bytea,                 -- only for requests without an id
      sent_at              timestamptz,           -- by the phone's clock
      created_at           timestamptz NOT NULL DEFAULT now(),
      updated_at           timestamptz NOT NULL DEFAULT now()
    );
    -- the staff's list, newest first
    CREATE INDEX orders_created_idx ON orders (created_at DESC);
    -- orders of a customer, newest first
    CREATE INDEX orders_user_idx ON orders (user_id, created_at DESC) WHERE user_id IS NOT NULL;
    -- counts recent orders of an address or a phone
    CREATE INDEX orders_address_idx ON orders (address_hash, created_at);
    CREATE INDEX orders_phone_idx ON orders (customer_phone, created_at);
    -- finds an order with the same content within the last minute
    CREATE INDEX orders_content_idx ON orders (content_hash, created_at) WHERE content_hash IS NOT NULL;

    -- Lines store the names and prices of the order; products may change or be deleted.
    CREATE TABLE order_items (
      order_id      uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
      line          smallint NOT NULL,
      product_id    uuid REFERENCES products ON DELETE SET NULL,
      product_slug  text NOT NULL,
      product_names jsonb NOT NULL,               -- {"ua": …, "ru": …, "en": …}, those that existed
      package_size  text NOT NULL CHECK (length(package_size) <= 50),
      quantity      integer NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 99),
      unit_price    numeric(12,2) NOT NULL,
      PRIMARY KEY (order_id, line)
    );
    -- finds the orders of a product; also for the foreign key
    CREATE INDEX order_items_product_idx ON order_items (product_id);

    CREATE TABLE order_events (
      id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id   uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
      kind       text NOT NULL,                   -- placed, status, note
      old_status text,
      new_status text,
      actor      text NOT NULL,                   -- customer, staff, system
      user_id    uuid REFERENCES users ON DELETE SET NULL,
      note       text,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    -- an order's timeline
    CREATE INDEX order_events_order_idx ON order_events (order_id, id);

    -- Jobs, inserted in the transaction of their cause; Redis only transports them (infra/decisions/0008-job-outbox.md).
    CREATE TABLE job_outbox (
      id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      key           text NOT NULL UNIQUE,
      name          text NOT NULL,
      payload       jsonb NOT NULL,
      generation    integer NOT NULL DEFAULT 0,   -- how often it was dispatched to Redis
      dispatched_at timestamptz,
      not_before    timestamptz NOT NULL DEFAULT now(),
      lease_until   timestamptz,                  -- end of the worker's lease
      attempts      integer NOT NULL DEFAULT 0,
      outcome       text NOT NULL DEFAULT 'not_sent' CHECK (outcome IN ('not_sent', 'unknown', 'sent')),
      last_error    text,
      message_id    bigint,
      done_at       timestamptz,
      created_at    timestamptz NOT NULL DEFAULT now()
    );
    -- the relay reads open jobs only
    CREATE INDEX job_outbox_open_idx ON job_outbox (id) WHERE done_at IS NULL;

    CREATE FUNCTION job_written() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('jobs', '');
      RETURN NULL;
    END $$;
    CREATE TRIGGER job_written AFTER INSERT ON job_outbox FOR EACH STATEMENT EXECUTE FUNCTION job_written();
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE job_outbox, order_events, order_items, orders, order_ids;
    DROP FUNCTION job_written;
  `)
}
