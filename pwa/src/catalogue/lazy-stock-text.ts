import { withMessages } from '../shared/i18n/language.ts'
import { lazyComponent } from '../shared/lazy-component.ts'

/** Loaded for the first product with a package that is not in stock. */
export const StockText = lazyComponent(() =>
  withMessages('orders', import('./StockText.tsx')).then(({ StockText }) => StockText),
)
