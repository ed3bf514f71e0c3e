import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../shared/ui/Dialog.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'

interface Props<Thing> {
  title: string
  /** As useAdminQuery answers. */
  found: { data: Thing | undefined; isError: boolean; isFetchedAfterMount: boolean; refetch: () => unknown }
  onClose: () => void
  children: (thing: Thing) => ReactNode
}

/** The dialog of a form whose thing is still on its way. */
export function WithThing<Thing>({ title, found, onClose, children }: Props<Thing>) {
  const t = useTranslations()
  if (found.data && found.isFetchedAfterMount) return children(found.data)
  return (
    <Dialog title={title} className="dialog--wide" onClose={onClose}>
      {found.isError ? (
        <LoadError onRetry={() => void found.refetch()} />
      ) : (
        <output className="sk sk--control" aria-label={t('loading')} />
      )}
    </Dialog>
  )
}
