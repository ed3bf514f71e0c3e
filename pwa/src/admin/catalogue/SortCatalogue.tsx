import type { Language } from '@tsedra/contract/language'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { getName } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { SortableList } from '../order/SortableList.tsx'
import { useAdminMutation } from '../use-admin-mutation.ts'

interface SortableRow {
  id: string
  slug: string
  /** Omitted for entities without pictures. */
  imageUrl?: string | null
  translations: readonly { language: Language; name: string }[]
}

interface Props {
  rows: readonly SortableRow[] | undefined
  query: { isError: boolean; isFetchedAfterMount: boolean; refetch: () => unknown }
  save: (ids: string[]) => Promise<unknown>
  onClose: () => void
}

/** Changes the sort order of products, categories or drinks and saves it once. */
export function SortCatalogue({ rows, query, save, onClose }: Props) {
  const t = useTranslations()
  const language = useLanguage()
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)
  if (query.isError) return <LoadError onRetry={() => void query.refetch()} />
  // Cached rows may be in a former order.
  if (!rows || !query.isFetchedAfterMount) return <output className="sk sk--control" aria-label={t('loading')} />
  return (
    <SortableList
      items={rows.map((row) => ({ ...row, name: getName(row, language) }))}
      busy={busy}
      onCancel={onClose}
      onSave={(ids) =>
        void mutate(() => save(ids), { successMessage: t('admin.order.saved') }).then(
          (result) => 'response' in result && onClose(),
        )
      }
    />
  )
}
