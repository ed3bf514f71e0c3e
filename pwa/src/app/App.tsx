import { Suspense } from 'react'
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { HomePage } from '../home/HomePage.tsx'
import { useToast } from '../shared/toasts.ts'
import { withMessages } from '../shared/i18n/language.ts'
import { lazyComponent } from '../shared/lazy-component.ts'
import { BelowTheFold } from '../shared/ui/BelowTheFold.tsx'
import { useScrollRestoration } from './use-scroll-restoration.ts'
import { ErrorBoundary } from '../shared/ui/ErrorBoundary.tsx'
import { BottomNavigation } from './BottomNavigation.tsx'
import { Footer } from './Footer.tsx'
import { Overlays } from './Overlays.tsx'
import { StaleDataBanner } from './StaleDataBanner.tsx'
import { TopBar } from './TopBar.tsx'
import { MountWhenIdle } from './MountWhenIdle.tsx'
import { MountOutboxWhenNeeded } from './MountOutboxWhenNeeded.tsx'

const CategoryPage = lazyComponent(() =>
  import('../storefront/CategoryPage.tsx').then(({ CategoryPage }) => CategoryPage),
)
const ProductPage = lazyComponent(() => import('../storefront/ProductPage.tsx').then(({ ProductPage }) => ProductPage))
const OrderPage = lazyComponent(() =>
  withMessages('orders', import('../orders/OrderPage.tsx')).then(({ OrderPage }) => OrderPage),
)
const PendingPage = lazyComponent(() =>
  withMessages('orders', import('../pending/PendingPage.tsx')).then(({ PendingPage }) => PendingPage),
)
const OutboxSync = lazyComponent(() =>
  withMessages('orders', import('./outbox-sync/OutboxSync.tsx')).then(({ OutboxSync: OutboxKeeper }) => OutboxKeeper),
)
const Profile = lazyComponent(() =>
  withMessages('orders', withMessages('accounts', import('../profile/ProfileRoutes.tsx'))).then(
    ({ ProfileRoutes: Profile }) => Profile,
  ),
)
const Admin = lazyComponent(() => import('../admin/load-admin.ts').then(({ loadAdmin: open }) => open()), {
  forFew: true,
})
const AppSync = lazyComponent(() =>
  withMessages('orders', import('./sync/AppSync.tsx')).then(({ AppSync: AppKeeper }) => AppKeeper),
)
const ToastRegion = lazyComponent(() =>
  import('../shared/ui/ToastRegion.tsx').then(({ ToastRegion: NoticeRegion }) => NoticeRegion),
)
const InfoPage = lazyComponent(() => import('../info/InfoPage.tsx').then(({ InfoPage }) => InfoPage))
const NotFoundPage = lazyComponent(() => import('../info/NotFoundPage.tsx').then(({ NotFoundPage }) => NotFoundPage))

/** Screens by the first part of their address. */
const screens: Record<string, typeof CategoryPage> = {
  category: CategoryPage,
  product: ProductPage,
  order: OrderPage,
  pending: PendingPage,
  profile: Profile,
  admin: Admin,
}

/** Fetches the screen of this address, so that the first thing drawn is the screen itself. */
export async function preloadScreen(pathname: string): Promise<void> {
  await screens[pathname.split('/')[1] ?? '']?.preload().catch(() => {})
}

/** Every screen in its frame. */
export function App() {
  useScrollRestoration()
  const t = useTranslations()
  const { pathname } = useLocation()
  const isProductPage = pathname.startsWith('/product/')
  // The back office has bars of its own.
  const isAdminPage = pathname.startsWith('/admin')
  const routes = (
    <ErrorBoundary>
      <Suspense fallback={<div className="page-loading" role="status" aria-label={t('loading')} />}>
        <Routes>
          <Route path="/" element={<HomePage />} />
          <Route path="/category/:slug" element={<CategoryPage />} />
          <Route path="/product/:slug" element={<ProductPage />} />
          <Route path="/products/:slug" element={<RedirectToProduct />} />
          <Route path="/order/:id" element={<OrderPage />} />
          <Route path="/pending" element={<PendingPage />} />
          <Route path="/profile/*" element={<Profile />} />
          <Route path="/admin/*" element={<Admin />} />
          {['contacts', 'shipping', 'returns', 'faq'].map((page) => (
            <Route key={page} path={page} element={<InfoPage page={page} />} />
          ))}
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
  return (
    <div className={isProductPage ? 'has-buy-bar' : 'has-bottom-nav'}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      {isAdminPage ? (
        routes
      ) : (
        <>
          <StaleDataBanner />
          <TopBar hasSearchBelow={pathname === '/'} />
          <main id="main" tabIndex={-1} key={pathname}>
            {routes}
          </main>
          {/* A foot of its own per screen: it is not seen to travel from the one before. */}
          <BelowTheFold key={`foot of ${pathname}`}>
            <Footer />
          </BelowTheFold>
          {!isProductPage && <BottomNavigation />}
        </>
      )}
      <Overlays />
      <MountOutboxWhenNeeded>
        <OutboxSync />
      </MountOutboxWhenNeeded>
      <MountWhenIdle>
        <AppSync />
      </MountWhenIdle>
      <Toasts />
    </div>
  )
}

/** Hears of notices by itself: one that comes or goes draws nothing else anew. */
function Toasts() {
  const hasToast = useToast() !== undefined
  return (
    <MountWhenIdle isImmediate={hasToast}>
      <ToastRegion />
    </MountWhenIdle>
  )
}

/** The specification knows both spellings; one is canonical. */
function RedirectToProduct() {
  const { slug = '' } = useParams()
  return <Navigate to={`/product/${slug}`} replace />
}
