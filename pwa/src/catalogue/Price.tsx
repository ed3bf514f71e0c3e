import { useLanguage } from '../shared/i18n/language.ts'
import { formatMoneyParts } from '../shared/i18n/format.ts'

/** A sum: the whole part is read first, decimals and sign step back. */
export function Price({ kopiykas, isLarge = false }: { kopiykas: number; isLarge?: boolean }) {
  const parts = formatMoneyParts(kopiykas, useLanguage())
  return (
    <span className={`price ${isLarge ? 'price--lg' : ''}`}>
      {parts.map(({ text, isStrong }, index) =>
        // The parts of one sum never change their order.
        isStrong ? text : <small key={index}>{text}</small>,
      )}
    </span>
  )
}
