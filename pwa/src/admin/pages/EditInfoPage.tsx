import type { InfoPageName } from '@tsedra/contract/info-page-names'
import type { getStaffInfoPage } from '@tsedra/contract/info-pages'
import { useTranslations } from 'use-intl'
import { FormLoader } from '../form/FormLoader.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { InfoPageForm } from './InfoPageForm.tsx'

/** Loads a page and opens its form. */
export function EditInfoPage({ slug, onClose }: { slug: InfoPageName; onClose: () => void }) {
  const t = useTranslations('admin.pages')
  const title = t('edit', { name: t(`names.${slug}`) })
  const query = useAdminQuery<typeof getStaffInfoPage>('GET /api/admin/pages/:slug', { params: { slug } })
  return (
    <FormLoader title={title} query={query} onClose={onClose}>
      {(page) => <InfoPageForm title={title} page={page} onClose={onClose} />}
    </FormLoader>
  )
}
