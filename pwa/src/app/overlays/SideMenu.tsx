import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ProductPicture } from '../../catalogue/ProductPicture.tsx'
import { categoriesQuery, type Category } from '../../catalogue/queries.ts'
import { pickTone } from '@tsedra/contract/tone'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { LanguageButtons, ThemeButtons } from '../../settings/PreferenceButtons.tsx'
import { closeOverlay } from '../../shared/overlay-state.ts'
import './side-menu.css'

/** Milliseconds between the entrance animations of two rows. */
const STAGGER_MS = 100

/** The drawer with all categories, and the language and theme settings. */
export function SideMenu() {
  const t = useTranslations()
  const query = useQuery(categoriesQuery(useLanguage()))
  return (
    <Dialog title={t('nav.catalogue')} variant="left" onClose={closeOverlay} footer={<MenuSettings />}>
      {query.isError && !query.data && <LoadError onRetry={() => void query.refetch()} />}
      <ul className="menu-list">
        {query.data?.map((category, index) => (
          <li key={category.id} style={{ animationDelay: `${index * STAGGER_MS}ms` }}>
            <MenuRow category={category} />
          </li>
        )) ??
          (query.isPending && <MenuSkeleton />)}
      </ul>
    </Dialog>
  )
}

function MenuRow({ category }: { category: Category }) {
  const t = useTranslations('category')
  const language = useLanguage()
  return (
    <Link to={`/category/${category.slug}`} onClick={closeOverlay} data-tone={pickTone(category.slug)}>
      <span className="plate">
        <ProductPicture imageUrl={category.imageUrl} alt="" sizes="108px" />
      </span>
      <b className="serif">
        {getMenuName(category, language)}
        <small>{t('count', { count: category.productsCount })}</small>
      </b>
      <Icon name="chevron-right" size="i--sm" />
    </Link>
  )
}

/** Language and theme. */
function MenuSettings() {
  const t = useTranslations()
  return (
    <div className="menu-footer">
      <LanguageButtons aria-label={t('language.label')} />
      <ThemeButtons aria-label={t('theme.label')} />
    </div>
  )
}

/** Returns the name in the current language, else in uk, ru or en, else the slug (infra/decisions/0003-languages.md). */
function getMenuName({ slug, translations }: Category, language: string): string {
  const findName = (lang: string) => translations.find((translation) => translation.language === lang)?.name
  return findName(language) ?? findName('ua') ?? findName('ru') ?? findName('en') ?? slug
}

function MenuSkeleton() {
  return Array.from({ length: 6 }, (_, index) => (
    <li key={index} aria-hidden="true">
      <span className="menu-list__skeleton">
        <span className="plate plate--wait" />
        <span className="sk sk--line">…</span>
      </span>
    </li>
  ))
}
