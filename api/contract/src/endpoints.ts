import * as catalogue from './catalogue.ts'
import type { Endpoint } from './endpoint.ts'
import * as orders from './orders.ts'

/** Every call of the API: the inventory that the API document and the route tests are made from. */
export const endpoints: readonly Endpoint[] = [
  catalogue.listCategories,
  catalogue.getCategory,
  catalogue.listProducts,
  catalogue.getProduct,
  catalogue.getCatalogue,
  orders.placeOrder,
  orders.getOrder,
  orders.cancelOrder,
]
