import { withTexts } from '../../shared/i18n/language.ts'
import { lazily } from '../../shared/lazily.ts'
import type { Panel as Name } from '../../shared/panels.ts'

const SideMenu = lazily(() => import('./SideMenu.tsx').then(({ SideMenu }) => SideMenu))
const LanguagePanel = lazily(() => import('./ChoicePanels.tsx').then(({ LanguagePanel }) => LanguagePanel))
const ThemePanel = lazily(() => import('./ChoicePanels.tsx').then(({ ThemePanel }) => ThemePanel))
const SignIn = lazily(() =>
  withTexts('people', import('../../accounts/sign-in/SignIn.tsx')).then(({ SignIn }) => SignIn),
)
const SignOut = lazily(() => withTexts('people', import('../../accounts/SignOut.tsx')).then(({ SignOut }) => SignOut))
const UserMenu = lazily(() =>
  withTexts('people', import('../../accounts/UserMenu.tsx')).then(({ UserMenu }) => UserMenu),
)
const Favourites = lazily(() =>
  withTexts('people', import('../../favourites/Favourites.tsx')).then(({ Favourites }) => Favourites),
)
const Cart = lazily(() => withTexts('people', import('../../cart/Cart.tsx')).then(({ Cart }) => Cart))
const panels = {
  menu: <SideMenu />,
  language: <LanguagePanel />,
  theme: <ThemePanel />,
  signIn: <SignIn />,
  signOut: <SignOut />,
  user: <UserMenu />,
  favourites: <Favourites />,
  cart: <Cart />,
}

/** One of the panels; each is fetched when it is first wanted. */
export const Panel = ({ name }: { name: Name }) => panels[name]
