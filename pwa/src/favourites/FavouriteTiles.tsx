import { unitPrice } from '@tsedra/contract/money'
import { LikeButton } from './LikeButton.tsx'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import type { Product } from '../catalogue/queries.ts'
import { selectTexts } from '../catalogue/translations.ts'
import { pickTone } from '@tsedra/contract/tone'
import { formatWholeMoney } from '../shared/i18n/format.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Link } from '../shared/ui/Link.tsx'
import './tiles.css'

/** Favourites as tiles: picture, name and price in whole hryvnias. */
export function FavouriteTiles({ products, onFollow }: { products: readonly Product[]; onFollow?: () => void }) {
  return (
    <ul className="tiles">
      {products.map((product) => (
        <FavouriteTile key={product.id} product={product} onFollow={onFollow} />
      ))}
    </ul>
  )
}

function FavouriteTile({ product, onFollow }: { product: Product; onFollow?: (() => void) | undefined }) {
  const language = useLanguage()
  const { texts, lang } = selectTexts(product.translations, language)
  const name = texts?.name ?? product.slug
  const path = `/product/${product.slug}`
  return (
    <li className="tile" data-tone={pickTone(product.slug)}>
      <Link className="plate" to={path} tabIndex={-1} aria-hidden="true" onClick={onFollow}>
        <ProductPicture
          imageUrl={product.imageUrl}
          alt=""
          sizes="(min-width: 1280px) 200px, (min-width: 720px) 30vw, 45vw"
        />
      </Link>
      <h3 className="tile__name serif" lang={lang}>
        <Link to={path} onClick={onFollow}>
          {name}
        </Link>
      </h3>
      <p className="tile__price">{formatWholeMoney(unitPrice(product, '50г'), language)}</p>
      <div className="tile__like">
        <LikeButton product={product} name={name} isCountHidden />
      </div>
    </li>
  )
}

/** Placeholders while the favourites are loading. */
export function TilesSkeleton({ count }: { count: number }) {
  return (
    <div className="tiles" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div className="tile" key={index}>
          <span className="plate plate--wait" />
          <p className="tile__name sk sk--line">…</p>
        </div>
      ))}
    </div>
  )
}
