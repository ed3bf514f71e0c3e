import { languages } from '@tsedra/contract/language'
import { writeLocal } from '../../shared/local-storage.ts'

/** Heard by whoever keeps the catalogue: this page has changed it. */
export const CATALOGUE_CHANGED_EVENT = 'tsedra:catalogue-changed'

/** Milliseconds since 1970: something is kept, and was confirmed so long ago that it has to be looked at. */
const EXPIRED_MARK = '1'

/** Staff who go from the panel to the shop see what they have just done there, however lately the catalogue was confirmed. */
export function markCatalogueChanged(): void {
  for (const lang of languages) writeLocal(`snapshot.${lang}`, EXPIRED_MARK)
  dispatchEvent(new Event(CATALOGUE_CHANGED_EVENT))
}
