import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../../shared/use-title.ts'

/** Title, count and tools of a page. */
export function PageHeader({
  title,
  count,
  children,
}: {
  title: string
  count?: string | undefined
  children?: ReactNode
}) {
  const t = useTranslations()
  useTitle(`${title} · ${t('admin.title')} · ${t('brand')}`)
  return (
    <div className="admin-layout__head">
      <h1 className="serif">
        {title} {count !== undefined && <small>{count}</small>}
      </h1>
      <div className="admin-layout__tools">{children}</div>
    </div>
  )
}
