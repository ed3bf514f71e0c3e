import { languages } from '@tsedra/contract/language'
import { writeLocal } from '../../shared/local-storage.ts'

/** Dispatched when this page has changed the catalogue; the catalogue sync listens for it. */
export const CATALOGUE_CHANGED_EVENT = 'tsedra:catalogue-changed'

/** Confirmation time in milliseconds since 1970, old enough to require a new check. */
const EXPIRED_MARK = '1'

/** Expires the local catalogues, so that staff who switch to the shop see the change they have just made. */
export function markCatalogueChanged(): void {
  for (const lang of languages) writeLocal(`snapshot.${lang}`, EXPIRED_MARK)
  dispatchEvent(new Event(CATALOGUE_CHANGED_EVENT))
}
