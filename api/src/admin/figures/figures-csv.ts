import type {
  AnswerFigures,
  CustomerFigures,
  FigureTable,
  OrderFigures,
  ProductFigures,
  SearchFigures,
} from '@tsedra/contract/admin-figures'
import type { Language } from '@tsedra/contract/language'
import { orderStatuses } from '@tsedra/contract/orders'
import { csvLine, csvStart } from '../csv.ts'
import { formatStatus } from '../orders-csv.ts'
import { type FigureCsvTexts, figureCsvTexts } from './figure-csv-texts.ts'

/** Functions that read the figures; a table reads one of them. */
interface FigureReaders {
  orders: () => Promise<OrderFigures>
  answers: () => Promise<AnswerFigures>
  products: () => Promise<ProductFigures>
  customers: () => Promise<CustomerFigures>
  searches: () => Promise<SearchFigures>
}

/** Returns one of the figures as CSV, with headers in the given language. */
export async function writeFigureTable(table: FigureTable, language: Language, read: FigureReaders): Promise<string> {
  const texts = figureCsvTexts[language]
  const rows = await readRows(table, language, texts, read)
  return csvStart + [texts.columns[table], ...rows].map(csvLine).join('')
}

async function readRows(
  table: FigureTable,
  language: Language,
  texts: FigureCsvTexts,
  read: FigureReaders,
): Promise<string[][]> {
  switch (table) {
    case 'orders':
      return (await read.orders()).steps.map(({ start, orders, cancelled, revenue }) => [
        start,
        ...[orders, cancelled].map(String),
        formatSum(revenue),
      ])
    case 'statuses': {
      const { statuses } = await read.orders()
      return orderStatuses.map((status) => [formatStatus(status, language), String(statuses[status])])
    }
    case 'answers':
      return listAnswers(await read.answers(), texts)
    case 'products':
      return (await read.products()).products.map(({ name, quantity, revenue }) => [
        name,
        String(quantity),
        formatSum(revenue),
      ])
    case 'packages':
      return (await read.products()).packages.map(({ packageSize, quantity, revenue }) => [
        packageSize,
        String(quantity),
        formatSum(revenue),
      ])
    case 'customers':
      return listCustomers(await read.customers(), texts)
    case 'searches':
      return (await read.searches()).searches.map(({ query, count }) => [query, String(count)])
  }
}

const listAnswers = (answers: AnswerFigures, { answers: names }: FigureCsvTexts): string[][] =>
  (['answered', 'waiting', 'late', 'medianMinutes', 'p95Minutes'] as const).map((key) => [
    names[key],
    String(answers[key] ?? ''),
  ])

const listCustomers = (customers: CustomerFigures, { customers: names }: FigureCsvTexts): string[][] => [
  ...(['new', 'returning'] as const).map((key) => [
    names[key],
    ...[customers[key].customers, customers[key].orders].map(String),
  ]),
  [names.erased, '', String(customers.erasedOrders)],
]

/** Returns hryvnias with a decimal comma, which spreadsheets expect together with `;`. */
const formatSum = (hryvnias: string): string => hryvnias.replace('.', ',')
