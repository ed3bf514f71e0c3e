import { useEffect } from 'react'
import { Navigate, Route, Routes, useNavigate } from 'react-router-dom'
import { useTranslations } from 'use-intl'
import { usePerson } from '../session/person.ts'
import { useTitle } from '../shared/document-head.ts'
import { notify } from '../shared/notices.ts'
import { NotFoundPage } from '../info/NotFoundPage.tsx'
import { Empty } from '../shared/ui/Empty.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { useAccess } from './access.ts'
import { AdminFrame } from './frame/AdminFrame.tsx'
import { sectionsFor } from './sections.ts'
import '../shared/ui/badge.css'
import '../shared/ui/checkbox.css'
import '../orders/orders.css'
import './admin.css'

/** Milliseconds between saying why somebody cannot stay and leading them away (specification, section 2). */
const REDIRECT_MS = 500

/** `/admin`: the panel for staff, or why it stays closed. */
export function Admin() {
  const t = useTranslations()
  useTitle(`${t('admin.title')} · ${t('brand')}`)
  const access = useAccess()
  switch (access.is) {
    case 'admitted':
      return (
        <AdminFrame key={access.user.id} user={access.user}>
          <Routes>
            <Route index element={<Navigate to="products" replace />} />
            {sectionsFor(access.user).map(({ path, Page }) => (
              <Route key={path} path={`${path}/*`} element={<Page />} />
            ))}
            <Route path="*" element={<NotFoundPage />} />
          </Routes>
        </AdminFrame>
      )
    case 'left':
      return <Navigate to="/" replace />
    case 'denied':
      return <Denied />
    case 'signedOut':
      return <SignedOut />
    case 'unknown':
      return (
        <main id="main" tabIndex={-1}>
          <LoadError page onRetry={access.retry} />
        </main>
      )
    case 'asking':
      return <Waiting />
  }
}

const Waiting = () => <output className="page-wait" aria-label={useTranslations()('loading')} />

/** Leads to signing in, or to the second proof that is still owed, and from there back here. */
function SignedOut() {
  const t = useTranslations('mine')
  const tSecond = useTranslations('desk.second')
  const factor = usePerson()?.user.secondFactor
  const owed = factor === 'setup' || factor === 'code' ? factor : undefined
  useEffect(() => {
    if (owed) notify({ title: tSecond('title'), text: tSecond(owed) })
    else notify({ kind: 'bad', title: t('signedOut'), text: t('signedOutText') })
    const { pathname, search } = location
    const timer = setTimeout(
      () => location.assign(`/api/login?next=${encodeURIComponent(pathname + search)}`),
      REDIRECT_MS,
    )
    return () => clearTimeout(timer)
  }, [t, tSecond, owed])
  return <Waiting />
}

function Denied() {
  const t = useTranslations('admin.access')
  const navigate = useNavigate()
  useEffect(() => {
    notify({ kind: 'bad', title: t('denied'), text: t('deniedText') })
    const timer = setTimeout(() => void navigate('/', { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [t, navigate])
  return (
    <main id="main" tabIndex={-1}>
      <Empty icon="circle-x" title={t('denied')} text={t('deniedText')} page />
    </main>
  )
}
