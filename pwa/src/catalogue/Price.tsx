import { useLanguage } from '../shared/i18n/language.ts'
import { moneyParts } from '../shared/i18n/format.ts'

/** A sum: the whole part is read first, decimals and sign step back. */
export function Price({ kopiykas, large = false }: { kopiykas: number; large?: boolean }) {
  const parts = moneyParts(kopiykas, useLanguage())
  return (
    <span className={`price ${large ? 'price--lg' : ''}`}>
      {parts.map(({ text, strong }, place) =>
        // The parts of one sum never change their order.
        strong ? text : <small key={place}>{text}</small>,
      )}
    </span>
  )
}
