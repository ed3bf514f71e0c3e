import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ProductPicture } from '../../catalogue/ProductPicture.tsx'
import { categoriesQuery, type Category } from '../../catalogue/queries.ts'
import { toneOf } from '@tsedra/contract/tone'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { LanguageChoice, ThemeChoice } from '../../settings/Choices.tsx'
import { closePanel } from '../../shared/panels.ts'
import './side-menu.css'

/** Milliseconds after which each row follows the one before. */
const STAGGER_MS = 100

/** The categories, one under the other. */
export function SideMenu() {
  const t = useTranslations()
  const found = useQuery(categoriesQuery(useLanguage()))
  return (
    <Dialog title={t('nav.catalogue')} shape="left" onClose={closePanel} foot={<Settings />}>
      {found.isError && !found.data && <LoadError onRetry={() => void found.refetch()} />}
      <ul className="mlist">
        {found.data?.map((category, place) => (
          <li key={category.id} style={{ animationDelay: `${place * STAGGER_MS}ms` }}>
            <MenuRow category={category} />
          </li>
        )) ??
          (found.isPending && <MenuSkeleton />)}
      </ul>
    </Dialog>
  )
}

function MenuRow({ category }: { category: Category }) {
  const t = useTranslations('category')
  const language = useLanguage()
  return (
    <Link to={`/category/${category.slug}`} onClick={closePanel} data-tone={toneOf(category.slug)}>
      <span className="plate">
        <ProductPicture imageUrl={category.imageUrl} alt="" sizes="108px" />
      </span>
      <b className="serif">
        {menuName(category, language)}
        <small>{t('count', { count: category.productsCount })}</small>
      </b>
      <Icon name="chevron-right" size="i--sm" />
    </Link>
  )
}

/** What is set once and rarely again. */
function Settings() {
  const t = useTranslations()
  return (
    <div className="mfoot">
      <LanguageChoice aria-label={t('language.label')} />
      <ThemeChoice aria-label={t('theme.label')} />
    </div>
  )
}

/** The reader's language, then uk, ru, en, then the slug (infra/decisions/0003-languages.md). */
function menuName({ slug, translations }: Category, language: string): string {
  const by = (wanted: string) => translations.find((each) => each.language === wanted)?.name
  return by(language) ?? by('ua') ?? by('ru') ?? by('en') ?? slug
}

function MenuSkeleton() {
  return Array.from({ length: 6 }, (_, place) => (
    <li key={place} aria-hidden="true">
      <span className="mlist__wait">
        <span className="plate plate--wait" />
        <span className="sk sk--line">…</span>
      </span>
    </li>
  ))
}
