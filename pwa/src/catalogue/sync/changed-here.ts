import { languages } from '@tsedra/contract/language'
import { remember } from '../../shared/remembered.ts'

/** Heard by whoever keeps the catalogue: this page has changed it. */
export const CHANGED_HERE = 'tsedra:catalogue-changed'

/** Milliseconds since 1970: something is kept, and was confirmed so long ago that it has to be looked at. */
const LONG_AGO = '1'

/** Staff who go from the panel to the shop see what they have just done there, however lately the catalogue was confirmed. */
export function catalogueChanged(): void {
  for (const lang of languages) remember(`snapshot.${lang}`, LONG_AGO)
  dispatchEvent(new Event(CHANGED_HERE))
}
