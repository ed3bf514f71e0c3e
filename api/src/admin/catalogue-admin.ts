import type { Db } from '@tsedra/database/connection'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import type { Pictures } from '../images/pictures.ts'

/** Dependencies of the admin routes of products, categories, drinks, synonyms and the product table. */
export interface CatalogueAdminDeps {
  db: Db
  catalogue: LiveCatalogue
  pictures: Pictures
}

/** Default number of rows on one page of products, categories or drinks. */
export const PAGE_SIZE = 50
