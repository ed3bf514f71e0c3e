import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from '../shared/router/Router.tsx'
import { BelowTheFold } from '../shared/ui/BelowTheFold.tsx'
import { BottomNavigation } from './BottomNavigation.tsx'
import { Footer } from './Footer.tsx'
import { StaleDataBanner } from './StaleDataBanner.tsx'
import { TopBar } from './TopBar.tsx'

interface Props {
  /** The screen. */
  children: ReactNode
  /** What is not part of the document's flow. */
  overlays?: ReactNode
}

/** Renders the bars and the footer around a screen; the server renders the same (server/render-content.tsx). */
export function Frame({ children, overlays }: Props) {
  const t = useTranslations()
  const { pathname } = useLocation()
  const isProductPage = pathname.startsWith('/product/')
  // The admin area has its own bars.
  const isAdminPage = pathname.startsWith('/admin')
  return (
    <div className={isProductPage ? 'has-buy-bar' : 'has-bottom-nav'}>
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      {isAdminPage ? (
        children
      ) : (
        <>
          <StaleDataBanner />
          <TopBar hasSearchBelow={pathname === '/'} />
          <main id="main" tabIndex={-1} key={pathname}>
            {children}
          </main>
          {/* Keyed by screen: a new footer does not visibly move from its position on the screen before. */}
          <BelowTheFold key={`foot of ${pathname}`}>
            <Footer />
          </BelowTheFold>
          {!isProductPage && <BottomNavigation />}
        </>
      )}
      {overlays}
    </div>
  )
}
