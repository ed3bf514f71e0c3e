import { Suspense } from 'react'
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { HomePage } from '../home/HomePage.tsx'
import { useNotice } from '../shared/notices.ts'
import { withTexts } from '../shared/i18n/language.ts'
import { lazily } from '../shared/lazily.ts'
import { BelowTheFold } from '../shared/ui/BelowTheFold.tsx'
import { useArrival } from './arrival.ts'
import { Boundary } from '../shared/ui/Boundary.tsx'
import { Dock } from './Dock.tsx'
import { Footer } from './Footer.tsx'
import { Panels } from './Panels.tsx'
import { StaleBar } from './StaleBar.tsx'
import { TopBar } from './TopBar.tsx'
import { WhenIdle } from './WhenIdle.tsx'
import { WhenSomethingMayWait } from './WhenSomethingMayWait.tsx'

const CategoryPage = lazily(() => import('../storefront/CategoryPage.tsx').then(({ CategoryPage }) => CategoryPage))
const ProductPage = lazily(() => import('../storefront/ProductPage.tsx').then(({ ProductPage }) => ProductPage))
const OrderPage = lazily(() =>
  withTexts('orders', import('../orders/OrderPage.tsx')).then(({ OrderPage }) => OrderPage),
)
const PendingPage = lazily(() =>
  withTexts('orders', import('../pending/PendingPage.tsx')).then(({ PendingPage }) => PendingPage),
)
const OutboxKeeper = lazily(() =>
  withTexts('orders', import('./outbox-sync/OutboxKeeper.tsx')).then(({ OutboxKeeper }) => OutboxKeeper),
)
const Profile = lazily(() =>
  withTexts('orders', withTexts('people', import('../profile/Profile.tsx'))).then(({ Profile }) => Profile),
)
const Admin = lazily(() => import('../admin/admin-panel.ts').then(({ open }) => open()), { forFew: true })
const AppKeeper = lazily(() => withTexts('orders', import('./sync/AppKeeper.tsx')).then(({ AppKeeper }) => AppKeeper))
const NoticeRegion = lazily(() => import('../shared/ui/NoticeRegion.tsx').then(({ NoticeRegion }) => NoticeRegion))
const InfoPage = lazily(() => import('../info/InfoPage.tsx').then(({ InfoPage }) => InfoPage))
const NotFoundPage = lazily(() => import('../info/NotFoundPage.tsx').then(({ NotFoundPage }) => NotFoundPage))

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
export async function fetchScreen(pathname: string): Promise<void> {
  await screens[pathname.split('/')[1] ?? '']?.ahead().catch(() => {})
}

/** Every screen in its frame. */
export function App() {
  useArrival()
  const t = useTranslations()
  const { pathname } = useLocation()
  const onProduct = pathname.startsWith('/product/')
  // The back office has bars of its own.
  const isOffice = pathname.startsWith('/admin')
  const routes = (
    <Boundary>
      <Suspense fallback={<div className="page-wait" role="status" aria-label={t('loading')} />}>
        <Routes>
          <Route path="/" element={<HomePage />} />
          <Route path="/category/:slug" element={<CategoryPage />} />
          <Route path="/product/:slug" element={<ProductPage />} />
          <Route path="/products/:slug" element={<ToProduct />} />
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
    </Boundary>
  )
  return (
    <div className={onProduct ? 'has-buybar' : 'has-dock'}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      {isOffice ? (
        routes
      ) : (
        <>
          <StaleBar />
          <TopBar searchBelow={pathname === '/'} />
          <main id="main" tabIndex={-1} key={pathname}>
            {routes}
          </main>
          {/* A foot of its own per screen: it is not seen to travel from the one before. */}
          <BelowTheFold key={`foot of ${pathname}`}>
            <Footer />
          </BelowTheFold>
          {!onProduct && <Dock />}
        </>
      )}
      <Panels />
      <WhenSomethingMayWait>
        <OutboxKeeper />
      </WhenSomethingMayWait>
      <WhenIdle>
        <AppKeeper />
      </WhenIdle>
      <Notices />
    </div>
  )
}

/** Hears of notices by itself: one that comes or goes draws nothing else anew. */
function Notices() {
  const isNoticed = useNotice() !== undefined
  return (
    <WhenIdle now={isNoticed}>
      <NoticeRegion />
    </WhenIdle>
  )
}

/** The specification knows both spellings; one is canonical. */
function ToProduct() {
  const { slug = '' } = useParams()
  return <Navigate to={`/product/${slug}`} replace />
}
