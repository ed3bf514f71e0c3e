import type { ComponentProps } from 'react'
import { Link as WouterLink } from 'wouter'
import { useLanguage } from '../i18n/language.ts'
import { addLanguage } from '../i18n/language-address.ts'

/** A link to a page of the shop, in the language of this page. A link to the current page adds no history entry. */
export function Link({ to, ...rest }: Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string }) {
  // The tilde makes the address absolute within nested routes.
  return <WouterLink {...rest} to={`~${addLanguage(to, useLanguage())}`} />
}
