import { formatPackage } from '@tsedra/contract/packages'
import { pickTone } from '@tsedra/contract/tone'
import { Price } from '../../../catalogue/Price.tsx'
import { ProductPicture } from '../../../catalogue/ProductPicture.tsx'
import type { Product } from '../../../catalogue/queries.ts'
import { selectTexts } from '../../../catalogue/translations.ts'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { usePackageSelection } from '../../use-package-selection.ts'
import { Highlighted } from './Highlighted.tsx'
import { NamedOption } from './Option.tsx'

/** A product with its thumbnail, which the phone has stored, and the price of its smallest package. */
export function ProductOption({ product, query }: { product: Product; query: string }) {
  const language = useLanguage()
  const { texts, lang } = selectTexts(product.translations, language)
  const { packageSize, getPrice } = usePackageSelection(product)
  const name = texts?.name ?? product.slug
  return (
    <NamedOption name={name} to={`/product/${product.slug}`} className="suggest__product">
      <span className="plate suggest__plate" data-tone={pickTone(product.slug)}>
        <ProductPicture imageUrl={product.imageUrl} alt="" sizes="48px" />
      </span>
      <span className="suggest__text two-lines" lang={lang}>
        <Highlighted text={name} query={query} />
      </span>
      <span className="suggest__price">
        <Price kopiykas={getPrice(packageSize)} />
        <small>{formatPackage(packageSize, language)}</small>
      </span>
    </NamedOption>
  )
}
