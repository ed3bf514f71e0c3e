import type { AnswerFigures, FigureTable } from '@tsedra/contract/admin-figures'
import type { Language } from '@tsedra/contract/language'

export interface FigureCsvTexts {
  /** The first line of each table. */
  columns: Record<FigureTable, readonly string[]>
  answers: Record<Exclude<keyof AnswerFigures, 'promiseHours'>, string>
  customers: Record<'new' | 'returning' | 'erased', string>
}

/** Words of the tables of figures. */
export const figureCsvTexts: Record<Language, FigureCsvTexts> = {
  ua: {
    columns: {
      orders: ['Початок', 'Замовлення', 'Скасовано', 'Виторг, ₴'],
      statuses: ['Статус', 'Замовлення'],
      answers: ['Показник', 'Значення'],
      products: ['Товар', 'Упаковок', 'Виторг, ₴'],
      packages: ['Упаковка', 'Упаковок', 'Виторг, ₴'],
      customers: ['Покупці', 'Кількість', 'Замовлення'],
      searches: ['Запит', 'Разів'],
    },
    answers: {
      answered: 'З відповіддю',
      waiting: 'Чекають на відповідь',
      late: 'Пізніше, ніж обіцяно',
      medianMinutes: 'Медіана, хв',
      p95Minutes: '95 % не довше, хв',
    },
    customers: { new: 'Нові', returning: 'Постійні', erased: 'Номер уже стерто' },
  },
  ru: {
    columns: {
      orders: ['Начало', 'Заказы', 'Отменено', 'Выручка, ₴'],
      statuses: ['Статус', 'Заказы'],
      answers: ['Показатель', 'Значение'],
      products: ['Товар', 'Упаковок', 'Выручка, ₴'],
      packages: ['Упаковка', 'Упаковок', 'Выручка, ₴'],
      customers: ['Покупатели', 'Количество', 'Заказы'],
      searches: ['Запрос', 'Раз'],
    },
    answers: {
      answered: 'С ответом',
      waiting: 'Ждут ответа',
      late: 'Позже, чем обещано',
      medianMinutes: 'Медиана, мин',
      p95Minutes: '95 % не дольше, мин',
    },
    customers: { new: 'Новые', returning: 'Постоянные', erased: 'Номер уже стёрт' },
  },
  en: {
    columns: {
      orders: ['Start', 'Orders', 'Cancelled', 'Revenue, ₴'],
      statuses: ['Status', 'Orders'],
      answers: ['Figure', 'Value'],
      products: ['Product', 'Packs', 'Revenue, ₴'],
      packages: ['Pack', 'Packs', 'Revenue, ₴'],
      customers: ['Customers', 'Number', 'Orders'],
      searches: ['Search', 'Times'],
    },
    answers: {
      answered: 'Answered',
      waiting: 'Waiting for an answer',
      late: 'Later than promised',
      medianMinutes: 'Median, min',
      p95Minutes: '95 % within, min',
    },
    customers: { new: 'New', returning: 'Returning', erased: 'Phone already erased' },
  },
}
