import type { Language } from '@tsedra/contract/language'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Link } from '../../shared/ui/Link.tsx'

/** A page on the way to the current one; the current one has no path. */
interface Step {
  name: string
  path?: string
}

/** Not in the locale files: no browser loads them for this. */
const labels: Record<Language, string> = { ua: 'Ви тут', ru: 'Вы здесь', en: 'You are here' }

/** Breadcrumbs for browsers without scripts, in which the back button does nothing, and for crawlers. */
export function Breadcrumbs({ steps }: { steps: readonly Step[] }) {
  const brand = useTranslations()('brand')
  const trail: Step[] = [{ name: brand, path: '/' }, ...steps]
  return (
    <noscript>
      <nav className="wrap" aria-label={labels[useLanguage()]}>
        <ol className="claims">
          {trail.map(({ name, path }) => (
            <li key={name} aria-current={path ? undefined : 'page'}>
              {path ? <Link to={path}>{name}</Link> : name}
            </li>
          ))}
        </ol>
      </nav>
    </noscript>
  )
}
