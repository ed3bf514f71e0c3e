import { formatPackage } from '@tsedra/contract/packages'
import { Price } from '../catalogue/Price.tsx'
import { ProductPicture } from '../catalogue/ProductPicture.tsx'
import { pickTone } from '@tsedra/contract/tone'
import { useLanguage } from '../shared/i18n/language.ts'
import { costOf } from './order-form.ts'
import type { OrderableLine } from './orderable-product.ts'
import { useLineStock } from './use-line-stock.ts'

/** Shows the lines of an order that is not received yet: one product, or the lines of a cart. */
export function OrderLines({ lines, headingLevel }: { lines: readonly OrderableLine[]; headingLevel: 2 | 3 }) {
  const language = useLanguage()
  const Heading = `h${headingLevel}` as const
  return lines.map((line) => {
    const { product, packageSize, quantity } = line
    return (
      <div className="order-item" data-tone={pickTone(product.slug)} key={`${product.id}${packageSize}`}>
        <div className="plate">
          <ProductPicture imageUrl={product.imageUrl} alt="" sizes="76px" isEager />
        </div>
        <Heading className="serif">{product.name}</Heading>
        <p>
          <span>
            {formatPackage(packageSize, language)} × {quantity}
            <LineStock line={line} />
          </span>
          <Price kopiykas={costOf(line)} />
        </p>
      </div>
    )
  })
}

function LineStock({ line: { product, packageSize } }: { line: OrderableLine }) {
  const text = useLineStock(product.slug)(packageSize)
  return text && ` · ${text}`
}
