import { parsePicture } from '@tsedra/contract/picture'
import { pickTone } from '@tsedra/contract/tone'
import { useTranslations } from 'use-intl'
import { ProductPicture } from '../../catalogue/ProductPicture.tsx'
import type { DrinkPage, Product } from '../../catalogue/queries.ts'
import { selectTexts } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { OrderAll } from './OrderAll.tsx'

/** Number of slices on the plate. */
const PICTURES = 3

/** Name and reason of a drink, the slices that go with it, and the button that orders all of them. */
export function DrinkHeader({ slug, page }: { slug: string; page: DrinkPage | undefined }) {
  const t = useTranslations('drinks')
  const { texts, lang } = selectTexts(page?.drink.translations ?? [], useLanguage())
  return (
    <div data-tone={pickTone(slug)}>
      <header className="wrap drink-header">
        <Link className="back" to="/drinks">
          <Icon name="arrow-left" size="i--sm" />
          {t('all')}
        </Link>
        <h1 className="serif t-4" lang={lang}>
          {texts?.name ?? <span className="sk sk--line">…</span>}
        </h1>
        <p className="drink-header__reason" lang={lang}>
          {texts ? texts.reason : <span className="sk sk--line">…</span>}
        </p>
        <div className="plate drink-header__plate">{page && <Slices products={page.products} />}</div>
        <div className="drink-header__order">{page && <OrderAll slug={slug} products={page.products} />}</div>
      </header>
    </div>
  )
}

/** Cutouts side by side; without any, the first photo fills the plate. */
function Slices({ products }: { products: readonly Product[] }) {
  const cutouts = products.filter(({ imageUrl }) => imageUrl && parsePicture(imageUrl)?.cutout)
  const shown = cutouts.length > 0 ? cutouts.slice(0, PICTURES) : products.slice(0, 1)
  return shown.map(({ id, imageUrl, slug }, at) => (
    <span key={id} data-tone={pickTone(slug)}>
      <ProductPicture imageUrl={imageUrl} alt="" sizes="(min-width: 1024px) 22vw, 50vw" isEager={at === 0} />
    </span>
  ))
}
