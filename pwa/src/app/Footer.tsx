import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { categoriesQuery } from '../catalogue/queries.ts'
import { getName } from '../catalogue/translations.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { getShopContacts } from '../shared/shop-contacts.ts'
import { Link } from '../shared/ui/Link.tsx'
import { LanguageLinks } from '../settings/LanguageLinks.tsx'
import { Logo } from '../shared/ui/Logo.tsx'

/** Number of categories listed in the footer. */
const LISTED_CATEGORIES = 4

export function Footer() {
  const t = useTranslations()
  const language = useLanguage()
  const { data } = useQuery(categoriesQuery(language))
  const { phone, phoneLink, telegramLink } = getShopContacts(language)
  return (
    <footer className="foot">
      <div className="wrap foot__in">
        <div className="foot__brand">
          <Link className="logo" to="/">
            <Logo />
          </Link>
          <p className="sm muted">{t('hero.text')}</p>
        </div>
        <nav aria-labelledby="foot-products">
          <h2 className="foot__h" id="foot-products">
            {t('foot.products')}
          </h2>
          <ul>
            {data?.slice(0, LISTED_CATEGORIES).map((category) => (
              <li key={category.id}>
                <Link to={`/category/${category.slug}`}>{getName(category, language)}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="foot-support">
          <h2 className="foot__h" id="foot-support">
            {t('foot.support')}
          </h2>
          <ul>
            <li>
              <Link to="/contacts">{t('foot.contact')}</Link>
            </li>
            <li>
              <Link to="/shipping">{t('foot.shipping')}</Link>
            </li>
            <li>
              <Link to="/returns">{t('foot.returns')}</Link>
            </li>
            <li>
              <Link to="/faq">{t('foot.faq')}</Link>
            </li>
            <li>
              <a href={phoneLink}>{phone}</a>
            </li>
            <li>
              <a href={telegramLink} rel="noreferrer">
                Telegram
              </a>
            </li>
          </ul>
        </nav>
        <div className="foot__end">
          <p className="sm subtle">{t('foot.copyright')}</p>
          <LanguageLinks />
        </div>
      </div>
    </footer>
  )
}
