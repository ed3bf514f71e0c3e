import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useTitle } from '../../shared/use-title.ts'

/** The title of a screen, how much there is of it, and what can be done with it. */
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
    <div className="adm__head">
      <h1 className="serif">
        {title} {count !== undefined && <small>{count}</small>}
      </h1>
      <div className="adm__tools">{children}</div>
    </div>
  )
}
