import format from 'use-intl/format-message/format-only'

/** Plural rules for whole numbers, by language: https://www.unicode.org/cldr/charts/48/supplemental/language_plural_rules.html */
const pluralRules: Record<string, (count: number) => Intl.LDMLPluralRule> = {
  uk: selectSlavicPlural,
  ru: selectSlavicPlural,
  en: selectEnglishPlural,
}

/** Returns whether a value needs no digit grouping in any language of the shop. */
const isSmallInteger = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1_000

/**
 * Formats the compiled texts of the page (pwa/vite.config.ts) without a parser, and small counts without Intl, whose first
 * use costs a desktop 20 to 60 ms per start (infra/decisions/0014-performance-budgets.md).
 */
export default function formatMessage(...[key, message, values, options]: Parameters<typeof format>) {
  const { formatters } = options
  return format(key, message, values, {
    ...options,
    formatters: {
      ...formatters,
      getNumberFormat(...args) {
        const formatNumber = (value: number) =>
          isSmallInteger(value) && !args[1] ? `${value}` : formatters.getNumberFormat(...args).format(value)
        return { format: formatNumber } as Intl.NumberFormat
      },
      getPluralRules(...args) {
        const [locale, { type } = {}] = args
        const rule = type === 'cardinal' ? pluralRules[String(locale).split('-')[0] ?? ''] : undefined
        const select = (count: number) =>
          rule && isSmallInteger(count) ? rule(count) : formatters.getPluralRules(...args).select(count)
        return { select } as Intl.PluralRules
      },
    },
  })
}
formatMessage.raw = format.raw

function selectSlavicPlural(count: number): Intl.LDMLPluralRule {
  const [tens, ones] = [count % 100, count % 10]
  if (ones === 1 && tens !== 11) return 'one'
  return ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? 'few' : 'many'
}

function selectEnglishPlural(count: number): Intl.LDMLPluralRule {
  return count === 1 ? 'one' : 'other'
}
