import { type Language, locale } from '@tsedra/contract/language'
import { type PackageSize, packageGrams, parsePackage } from '@tsedra/contract/packages'
import { stockOf } from '@tsedra/contract/stock'
import { InlineKeyboard } from 'grammy'
import { uuidPattern } from '../notifications/uuid-pattern.ts'
import type { StockProduct } from './stock-store.ts'

/** The action of a button: the package, and the stock that it sets. */
export interface StockAction {
  productId: string
  packageSize: PackageSize
  stock: 'in' | 'out'
}

const dayFormats: Record<Language, Intl.DateTimeFormat> = {
  ua: dayFormat('ua'),
  ru: dayFormat('ru'),
  en: dayFormat('en'),
}

/**
 * Builds a button per package: its label has the present stock, a tap sets the other one. The callback data names the
 * stock to set, so a stale button never toggles back; 52 of Telegram's 64 bytes.
 */
export function buildStockKeyboard(product: StockProduct, language: Language): InlineKeyboard {
  const keyboard = new InlineKeyboard()
  for (const size of product.packages.toSorted((a, b) => packageGrams(a) - packageGrams(b))) {
    const stock = stockOf(product, size)
    const mark = stock === 'in' ? '✓' : stock === 'out' ? '✕' : `✕ ${dayFormats[language].format(new Date(stock))}`
    const nextStock = stock === 'in' ? 'out' : 'in'
    keyboard.text(`${size} ${mark}`, `stock:${product.id}:${packageGrams(size)}:${nextStock}`)
  }
  return keyboard
}

export const stockButtonPattern = new RegExp(`^stock:(${uuidPattern}):(\\d{1,5}):(in|out)$`)

/** Parses a match of `stockButtonPattern`; returns undefined for a package that the shop does not sell. */
export function parseStockButton([, productId = '', grams, stock]: RegExpMatchArray): StockAction | undefined {
  const packageSize = parsePackage(`${grams}г`)
  return packageSize === undefined ? undefined : { productId, packageSize, stock: stock as StockAction['stock'] }
}

function dayFormat(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale[language], { day: '2-digit', month: '2-digit', timeZone: 'UTC' })
}
