import type { Knex } from 'knex'

/** Creates the reply templates, with the first ones, and marks replies in the history of an order (infra/decisions/0049-customer-messages.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE reply_templates (
      id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      position   bigint GENERATED ALWAYS AS IDENTITY,
      texts      jsonb NOT NULL CHECK (jsonb_typeof(texts) = 'object'),  -- {"ua": {"name", "text"}, …}
      version    integer NOT NULL DEFAULT 1,
      updated_at timestamptz NOT NULL DEFAULT now()
    );

    -- The former release reads a reply as a note.
    ALTER TABLE order_events
      ADD COLUMN reply_id      uuid,
      ADD COLUMN reply_channel text CHECK (reply_channel IN ('bot', 'link')),
      ADD COLUMN reply_sent_at timestamptz;   -- by the bot
    CREATE UNIQUE INDEX order_events_reply_idx ON order_events (reply_id) WHERE reply_id IS NOT NULL;
  `)
  for (const texts of templates) await knex('reply_templates').insert({ texts: JSON.stringify(texts) })
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP TABLE reply_templates;
    ALTER TABLE order_events DROP COLUMN reply_id, DROP COLUMN reply_channel, DROP COLUMN reply_sent_at;
  `)
}

const templates = [
  {
    ua: {
      name: 'Підтверджуємо',
      text: 'Вітаємо, {name}! Ваше замовлення {number} прийнято:\n\n{lines}\n\nРазом: {total}. Коли й куди вам зручно його отримати?',
    },
    ru: {
      name: 'Подтверждаем',
      text: 'Здравствуйте, {name}! Ваш заказ {number} принят:\n\n{lines}\n\nИтого: {total}. Когда и куда вам удобно его получить?',
    },
    en: {
      name: 'Confirm',
      text: 'Hello {name}, we have your order {number}:\n\n{lines}\n\nTotal: {total}. When and where would you like to receive it?',
    },
  },
  {
    ua: {
      name: 'Потрібне уточнення',
      text: 'Вітаємо, {name}! Маємо запитання щодо замовлення {number}. Коли вам зручно поговорити?',
    },
    ru: {
      name: 'Нужно уточнение',
      text: 'Здравствуйте, {name}! У нас вопрос по заказу {number}. Когда вам удобно поговорить?',
    },
    en: {
      name: 'A question',
      text: 'Hello {name}, we have a question about your order {number}. When is a good time to talk?',
    },
  },
  {
    ua: {
      name: 'Готово',
      text: '{name}, ваше замовлення {number} готове. Разом: {total}. Дякуємо!',
    },
    ru: {
      name: 'Готово',
      text: '{name}, ваш заказ {number} готов. Итого: {total}. Спасибо!',
    },
    en: {
      name: 'Ready',
      text: '{name}, your order {number} is ready. Total: {total}. Thank you!',
    },
  },
] as const
