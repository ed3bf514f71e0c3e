import { useLanguage } from '../shared/i18n/language.ts'
import { formatMoneyParts } from '../shared/i18n/format.ts'

/** A sum with a prominent integer part and small decimals and currency sign. */
export function Price({ kopiykas, isLarge = false }: { kopiykas: number; isLarge?: boolean }) {
  const parts = formatMoneyParts(kopiykas, useLanguage())
  return (
    <span className={`price ${isLarge ? 'price--lg' : ''}`}>
      {parts.map(({ text, isStrong }, index) =>
        // The order of the parts is constant, so the index is a stable key.
        isStrong ? text : <small key={index}>{text}</small>,
      )}
    </span>
  )
}
