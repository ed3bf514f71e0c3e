import { htmlLang, type Language } from '@tsedra/contract/language'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../../session/current-user.ts'
import { nativeLanguageNames } from '../../settings/LanguageLinks.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { PageHeader } from '../frame/PageHeader.tsx'
import { StockPolicy } from './StockPolicy.tsx'
import './settings.css'

/** In the order of the specification (section 2): English is the fallback of every text. */
const languageCards: readonly [Language, 'primary' | 'secondary'][] = [
  ['en', 'primary'],
  ['ru', 'secondary'],
  ['ua', 'secondary'],
]
/** On desktops the navigation has them. */
const catalogueLinks = [
  ['drinks', 'glass'],
  ['search', 'search'],
  ['figures', 'chart-column'],
] as const
const adminLinks = [
  ['shop', 'store'],
  ['users', 'users'],
  ['journal', 'history'],
] as const

/** `/admin/settings`: the languages of the shop, and for admins links to users and the audit log. */
export function SettingsPage() {
  const t = useTranslations()
  const isAdmin = useCurrentUser()?.user.role === 'admin'
  return (
    <>
      <PageHeader title={t('admin.sections.settings')} />
      <h2 className="visually-hidden">{t('desk.settings.languages')}</h2>
      <div className="language-cards">
        {languageCards.map(([language, rank]) => (
          <section key={language}>
            <h3 className="serif t-1" lang={htmlLang[language]}>
              {nativeLanguageNames[language]}
            </h3>
            <p className="muted sm">{t(`desk.settings.${rank}`)}</p>
            <p>
              <span className="badge badge--ok">{t('desk.settings.active')}</span>
            </p>
          </section>
        ))}
      </div>
      <StockPolicy />
      <Links label={t('desk.settings.more')} links={catalogueLinks} className="mobile-only" />
      {isAdmin && <Links label={t('desk.settings.forAdmins')} links={adminLinks} />}
    </>
  )
}

interface LinksProps {
  label: string
  links: typeof catalogueLinks | typeof adminLinks
  className?: string
}

function Links({ label, links, className = '' }: LinksProps) {
  const t = useTranslations()
  return (
    <nav className={`settings-links ${className}`} aria-label={label}>
      {links.map(([path, icon]) => (
        <Link key={path} to={`/admin/${path}`}>
          <Icon name={icon} />
          <span>
            <b>{t(`admin.sections.${path}`)}</b>
            <small>{t(`desk.settings.${path}`)}</small>
          </span>
          <Icon name="chevron-right" size="i--sm" />
        </Link>
      ))}
    </nav>
  )
}
