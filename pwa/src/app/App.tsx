import { infoPages } from '@tsedra/contract/info-page-names'
import { Suspense } from 'react'
import { Redirect } from '../shared/router/Router.tsx'
import { type RouteDefinition, Routes, useParams } from '../shared/router/Routes.tsx'
import { useTranslations } from 'use-intl'
import { HomePage } from '../home/HomePage.tsx'
import { useToast } from '../shared/toasts.ts'
import { withMessages } from '../shared/i18n/language.ts'
import { lazyComponent } from '../shared/lazy-component.ts'
import { useLanguageInAddress } from './use-language-in-address.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'
import { ErrorBoundary } from '../shared/ui/ErrorBoundary.tsx'
import { Frame } from './Frame.tsx'
import { Overlays } from './Overlays.tsx'
import { waitUntilIdle } from '../shared/idle.ts'
import { MountWhenIdle } from '../shared/ui/MountWhenIdle.tsx'
import { MountOutboxWhenNeeded } from './MountOutboxWhenNeeded.tsx'

const CategoryPage = lazyComponent(() =>
  import('../storefront/CategoryPage.tsx').then(({ CategoryPage }) => CategoryPage),
)
const ProductPage = lazyComponent(() => import('../storefront/ProductPage.tsx').then(({ ProductPage }) => ProductPage))
const DrinkPage = lazyComponent(() =>
  withMessages('list', import('../storefront/drinks/DrinkPage.tsx')).then(({ DrinkPage }) => DrinkPage),
)
const DrinksPage = lazyComponent(() =>
  withMessages('list', import('../storefront/drinks/DrinksPage.tsx')).then(({ DrinksPage }) => DrinksPage),
)
const OrderPage = lazyComponent(() =>
  withMessages('orders', import('../orders/OrderPage.tsx')).then(({ OrderPage }) => OrderPage),
)
const PendingPage = lazyComponent(() =>
  withMessages('orders', import('../pending/PendingPage.tsx')).then(({ PendingPage }) => PendingPage),
)
const OutboxSync = lazyComponent(() =>
  withMessages('orders', import('./outbox-sync/OutboxSync.tsx')).then(({ OutboxSync }) => OutboxSync),
)
const Profile = lazyComponent(() =>
  withMessages('orders', withMessages('accounts', import('../profile/ProfileRoutes.tsx'))).then(
    ({ ProfileRoutes }) => ProfileRoutes,
  ),
)
const Admin = lazyComponent(() => import('../admin/load-admin.ts').then(({ loadAdmin }) => loadAdmin()), {
  forFew: true,
})
const AppSync = lazyComponent(async () => {
  // In a task of its own: with the database it would be the longest one of a first visit.
  await import('../catalogue/local/local-catalogues.ts')
  await waitUntilIdle()
  return (await withMessages('orders', import('./sync/AppSync.tsx'))).AppSync
})
const ToastRegion = lazyComponent(() => import('../shared/ui/ToastRegion.tsx').then(({ ToastRegion }) => ToastRegion))
const InfoPage = lazyComponent(() => import('../info/InfoPage.tsx').then(({ loadInfoPage }) => loadInfoPage()))
const NotFoundPage = lazyComponent(() =>
  withMessages('list', import('../info/NotFoundPage.tsx')).then(({ NotFoundPage }) => NotFoundPage),
)

/** Lazy-loaded screens by the first segment of their path. */
const screens: Record<string, Pick<typeof CategoryPage, 'preload'>> = {
  category: CategoryPage,
  product: ProductPage,
  drink: DrinkPage,
  drinks: DrinksPage,
  order: OrderPage,
  pending: PendingPage,
  profile: Profile,
  admin: Admin,
  ...Object.fromEntries(infoPages.map((page) => [page, InfoPage])),
}

/** Fetches the screen of this path, so that the first render shows the screen and not a fallback. */
export async function preloadScreen(pathname: string): Promise<void> {
  await screens[pathname.split('/')[1] ?? '']?.preload().catch(() => {})
}

const routes: RouteDefinition[] = [
  { path: '/', element: <HomePage /> },
  { path: '/category/:slug', element: <CategoryPage /> },
  { path: '/product/:slug', element: <ProductPage /> },
  { path: '/drink/:slug', element: <DrinkPage /> },
  { path: '/drinks', element: <DrinksPage /> },
  { path: '/products/:slug', element: <RedirectToProduct /> },
  { path: '/order/:id', element: <OrderPage /> },
  { path: '/pending', element: <PendingPage /> },
  { path: '/profile/*', element: <Profile /> },
  { path: '/admin/*', element: <Admin /> },
  ...infoPages.map((page) => ({
    path: `/${page}`,
    element: <InfoPage page={page} />,
  })),
  { path: '*', element: <NotFoundPage /> },
]

/** Renders the routes between the bars and the footer, the overlays, and the components that mount when idle. */
export function App() {
  useScrollRestoration()
  useLanguageInAddress()
  const t = useTranslations()
  const overlays = (
    <>
      <Overlays />
      <MountOutboxWhenNeeded>
        <OutboxSync />
      </MountOutboxWhenNeeded>
      <MountWhenIdle>
        <AppSync />
      </MountWhenIdle>
      <Toasts />
    </>
  )
  return (
    <Frame overlays={overlays}>
      <ErrorBoundary>
        <Suspense fallback={<div className="page-loading" role="status" aria-label={t('loading')} />}>
          <Routes routes={routes} />
        </Suspense>
      </ErrorBoundary>
    </Frame>
  )
}

/** Subscribes to toasts on its own, so that showing or dismissing one renders nothing else. */
function Toasts() {
  const hasToast = useToast() !== undefined
  return (
    <MountWhenIdle isImmediate={hasToast}>
      <ToastRegion />
    </MountWhenIdle>
  )
}

/** Redirects `/products/:slug`: the specification has both spellings, and `/product/:slug` is canonical. */
function RedirectToProduct() {
  const { slug = '' } = useParams()
  return <Redirect to={`/product/${slug}`} />
}
