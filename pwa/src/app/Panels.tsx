import { lazy, Suspense } from 'react'
import { closeOrder, useOrderRequest } from './order-request.ts'
import { usePanel } from './panels.ts'
import { withOrderTexts } from '../shared/language.ts'

const SideMenu = lazy(() => import('./SideMenu.tsx').then(({ SideMenu }) => ({ default: SideMenu })))
const LanguagePanel = lazy(() => import('./ChoicePanels.tsx').then(({ LanguagePanel }) => ({ default: LanguagePanel })))
const ThemePanel = lazy(() => import('./ChoicePanels.tsx').then(({ ThemePanel }) => ({ default: ThemePanel })))
const SignIn = lazy(() => import('../accounts/SignIn.tsx').then(({ SignIn }) => ({ default: SignIn })))
const Favourites = lazy(() => import('../accounts/Favourites.tsx').then(({ Favourites }) => ({ default: Favourites })))
const OrderDialog = lazy(() =>
  withOrderTexts(import('../orders/OrderDialog.tsx')).then(({ OrderDialog }) => ({ default: OrderDialog })),
)

const panels = {
  menu: <SideMenu />,
  language: <LanguagePanel />,
  theme: <ThemePanel />,
  signIn: <SignIn />,
  favourites: <Favourites />,
}

/** Whatever lies over the page; each part is fetched when it is first wanted. */
export function Panels() {
  const panel = usePanel()
  const order = useOrderRequest()
  return (
    <Suspense>
      {panel && panels[panel]}
      {order && <OrderDialog request={order} onClose={closeOrder} />}
    </Suspense>
  )
}
