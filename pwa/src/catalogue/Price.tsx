import { useLanguage } from '../shared/i18n/language.ts'
import { formatMoney, formatMoneyParts, formatAccessibleMoney } from '../shared/i18n/format.ts'

/** A sum with a prominent integer part and small decimals and currency sign. */
export function Price({ kopiykas, isLarge = false }: { kopiykas: number; isLarge?: boolean }) {
  const language = useLanguage()
  return (
    <span className={`price ${isLarge ? 'price--lg' : ''}`}>
      <span aria-hidden="true">
        {formatMoneyParts(kopiykas, language).map(({ text, isStrong }, index) =>
          // The order of the parts is constant, so the index is a stable key.
          isStrong ? text : <small key={index}>{text}</small>,
        )}
      </span>
      <span className="visually-hidden">{formatAccessibleMoney(kopiykas, language)}</span>
    </span>
  )
}

/** A sum within a text, in its size. */
export function Money({ kopiykas }: { kopiykas: number }) {
  const language = useLanguage()
  return (
    <span className="money">
      <span aria-hidden="true">{formatMoney(kopiykas, language)}</span>
      <span className="visually-hidden">{formatAccessibleMoney(kopiykas, language)}</span>
    </span>
  )
}
