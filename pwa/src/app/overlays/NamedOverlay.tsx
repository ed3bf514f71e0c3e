import { withMessages } from '../../shared/i18n/language.ts'
import { lazyComponent } from '../../shared/lazy-component.ts'
import type { OverlayName } from '../../shared/overlay-state.ts'

const SideMenu = lazyComponent(() => import('./SideMenu.tsx').then(({ SideMenu }) => SideMenu))
const LanguageMenu = lazyComponent(() => import('./PreferenceMenus.tsx').then(({ LanguageMenu }) => LanguageMenu))
const ThemeMenu = lazyComponent(() => import('./PreferenceMenus.tsx').then(({ ThemeMenu }) => ThemeMenu))
const SignIn = lazyComponent(() =>
  withMessages('accounts', import('../../accounts/sign-in/SignIn.tsx')).then(({ SignIn }) => SignIn),
)
const SignOut = lazyComponent(() =>
  withMessages('accounts', import('../../accounts/SignOut.tsx')).then(({ SignOut }) => SignOut),
)
const UserMenu = lazyComponent(() =>
  withMessages('accounts', import('../../accounts/UserMenu.tsx')).then(({ UserMenu }) => UserMenu),
)
const Favourites = lazyComponent(() =>
  withMessages('accounts', import('../../favourites/FavouritesDrawer.tsx')).then(
    ({ FavouritesDrawer }) => FavouritesDrawer,
  ),
)
const Cart = lazyComponent(() => withMessages('accounts', import('../../cart/Cart.tsx')).then(({ Cart }) => Cart))
const overlays = {
  menu: <SideMenu />,
  language: <LanguageMenu />,
  theme: <ThemeMenu />,
  signIn: <SignIn />,
  signOut: <SignOut />,
  user: <UserMenu />,
  favourites: <Favourites />,
  cart: <Cart />,
}

/** Renders one overlay by name; its chunk is fetched on first use. */
export const NamedOverlay = ({ name }: { name: OverlayName }) => overlays[name]
