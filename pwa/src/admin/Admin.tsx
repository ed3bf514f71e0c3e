import { useEffect } from 'react'
import { Redirect, useLocation, useNavigate } from '../shared/router/Router.tsx'
import { Routes } from '../shared/router/Routes.tsx'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../session/current-user.ts'
import { useTitle } from '../shared/use-title.ts'
import { showToast } from '../shared/toasts.ts'
import { NotFoundPage } from '../info/NotFoundPage.tsx'
import { EmptyState } from '../shared/ui/EmptyState.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { useAccess } from './use-access.ts'
import { AdminFrame } from './frame/AdminFrame.tsx'
import { InvitationPage } from './invitations/InvitationPage.tsx'
import { getAllowedSections } from './sections.ts'
import '../shared/ui/badge.css'
import '../shared/ui/checkbox.css'
import '../orders/orders.css'
import './admin.css'

/** Milliseconds between the toast and the redirect (specification, section 2). */
const REDIRECT_DELAY_MS = 500

/** `/admin`: the admin area; an invited person has no access yet. */
export function Admin() {
  return useLocation().pathname === '/admin/invitation' ? <InvitationPage /> : <AdminArea />
}

/** The admin area, or the reason for which access is denied. */
function AdminArea() {
  const t = useTranslations()
  useTitle(`${t('admin.title')} · ${t('brand')}`)
  const access = useAccess()
  switch (access.status) {
    case 'admitted':
      return (
        <AdminFrame key={access.user.id} user={access.user}>
          <Routes
            routes={[
              { path: '/', element: <Redirect to="/admin/products" /> },
              ...getAllowedSections(access.user).map(({ path, Page }) => ({ path: `/${path}/*`, element: <Page /> })),
              { path: '*', element: <NotFoundPage /> },
            ]}
          />
        </AdminFrame>
      )
    case 'left':
      return <Redirect to="/" />
    case 'denied':
      return <Denied />
    case 'signedOut':
      return <SignedOut />
    case 'unknown':
      return (
        <main id="main" tabIndex={-1}>
          <LoadError isPage onRetry={access.retry} />
        </main>
      )
    case 'asking':
      return <LoadingPage />
  }
}

const LoadingPage = () => <output className="page-loading" aria-label={useTranslations()('loading')} />

/** Redirects to the sign-in or the pending second factor, and from there back here. */
function SignedOut() {
  const t = useTranslations('mine')
  const tSecondFactor = useTranslations('desk.second')
  const factor = useCurrentUser()?.user.secondFactor
  const pendingFactorStep = factor === 'setup' || factor === 'code' ? factor : undefined
  useEffect(() => {
    if (pendingFactorStep) showToast({ title: tSecondFactor('title'), text: tSecondFactor(pendingFactorStep) })
    else showToast({ kind: 'bad', title: t('signedOut'), text: t('signedOutText') })
    const { pathname, search } = location
    const timer = setTimeout(
      () => location.assign(`/api/login?next=${encodeURIComponent(pathname + search)}`),
      REDIRECT_DELAY_MS,
    )
    return () => clearTimeout(timer)
  }, [t, tSecondFactor, pendingFactorStep])
  return <LoadingPage />
}

function Denied() {
  const t = useTranslations('admin.access')
  const navigate = useNavigate()
  useEffect(() => {
    showToast({ kind: 'bad', title: t('denied'), text: t('deniedText') })
    const timer = setTimeout(() => navigate('/', { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [t, navigate])
  return (
    <main id="main" tabIndex={-1}>
      <EmptyState icon="circle-x" title={t('denied')} text={t('deniedText')} isPage />
    </main>
  )
}
