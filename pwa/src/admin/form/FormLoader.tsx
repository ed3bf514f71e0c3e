import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'

interface Props<Entity> {
  title: string
  /** Result of `useAdminQuery`. */
  query: { data: Entity | undefined; isError: boolean; isFetchedAfterMount: boolean; refetch: () => unknown }
  onClose: () => void
  children: (entity: Entity) => ReactNode
}

/** Renders the form once its entity is loaded, until then a dialog with a skeleton. */
export function FormLoader<Entity>({ title, query, onClose, children }: Props<Entity>) {
  const t = useTranslations()
  if (query.data && query.isFetchedAfterMount) return children(query.data)
  return (
    <Dialog title={title} className="dialog--wide" onClose={onClose}>
      {query.isError ? (
        <LoadError onRetry={() => void query.refetch()} />
      ) : (
        <output className="sk sk--control" aria-label={t('loading')} />
      )}
    </Dialog>
  )
}
