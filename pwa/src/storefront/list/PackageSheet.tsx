import type { PackageSize } from '@tsedra/contract/packages'
import { useTranslations } from 'use-intl'
import { Price } from '../../catalogue/Price.tsx'
import type { Product } from '../../catalogue/queries.ts'
import { openOrderDialog } from '../../shared/order-dialog-state.ts'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { MountWhenIdle } from '../../shared/ui/MountWhenIdle.tsx'
import { QuantityStepper } from '../../shared/ui/QuantityStepper.tsx'
import { PackageSelect } from '../PackageSelect.tsx'
import { StockText } from '../../catalogue/lazy-stock-text.ts'
import { useAddToCart } from '../use-add-to-cart.ts'
import { usePackageSelection } from '../use-package-selection.ts'

interface Props {
  product: Product
  name: string
  packageSize: PackageSize
  onClose: () => void
}

/** The sheet of a compact row: package, quantity and total, and what to do with them. */
export function PackageSheet({ product, name, packageSize: preferredPackage, onClose }: Props) {
  const t = useTranslations('product')
  const { packageSize, setPackageSize, quantity, setQuantity, total } = usePackageSelection(product, preferredPackage)
  const addToCart = useAddToCart(product)

  function closeAndAdd(): void {
    onClose()
    addToCart(packageSize, quantity)
  }

  function closeAndOrder(): void {
    onClose()
    openOrderDialog({ productId: product.id, slug: product.slug, packageSize, quantity })
  }

  const actions = (
    <>
      <button type="button" className="btn btn--primary btn--lg" onClick={closeAndOrder}>
        {t('orderNow')}
      </button>
      <button type="button" className="btn btn--line btn--lg" onClick={closeAndAdd}>
        {t('addToCart')}
      </button>
    </>
  )
  return (
    <Dialog title={name} onClose={onClose} footer={actions}>
      <PackageSelect sizes={product.availablePackages} selected={packageSize} onChange={setPackageSize} />
      <div className="card__sum">
        <p className="card__total">
          <Price kopiykas={total} isLarge />
          {product.stock && (
            <small>
              <MountWhenIdle isImmediate>
                <StockText product={product} packageSize={packageSize} />
              </MountWhenIdle>
            </small>
          )}
        </p>
        <QuantityStepper quantity={quantity} onChange={setQuantity} />
      </div>
    </Dialog>
  )
}
