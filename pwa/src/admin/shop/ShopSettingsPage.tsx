import type { getShopSettings } from '@tsedra/contract/shop-settings'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { PageHeader } from '../frame/PageHeader.tsx'
import { PackageList } from '../packages/PackageList.tsx'
import { InfoPageList } from '../pages/InfoPageList.tsx'
import { TemplateList } from '../replies/TemplateList.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { ShopPreview } from './ShopPreview.tsx'
import { ShopSettingsForm } from './ShopSettingsForm.tsx'
import './shop-settings.css'

/** `/admin/shop`: name, contacts, packages and texts of the shop, as customers see them (0042-shop-settings.md). */
export function ShopSettingsPage() {
  const t = useTranslations()
  const [isEditing, setIsEditing] = useState(false)
  const query = useAdminQuery<typeof getShopSettings>('GET /api/admin/shop-settings')
  return (
    <>
      <PageHeader title={t('admin.sections.shop')}>
        <button
          type="button"
          className="btn btn--primary"
          disabled={!query.isFetchedAfterMount || !query.data}
          onClick={() => setIsEditing(true)}
        >
          <Icon name="pencil" size="i--sm" />
          {t('admin.shop.edit')}
        </button>
      </PageHeader>
      {query.data && <ShopPreview settings={query.data.settings} />}
      {!query.data && query.isError && <LoadError onRetry={() => void query.refetch()} />}
      {!query.data && !query.isError && <output className="sk sk--control" aria-label={t('loading')} />}
      <PackageList />
      <InfoPageList />
      <TemplateList />
      {isEditing && query.data && <ShopSettingsForm stored={query.data} onClose={() => setIsEditing(false)} />}
    </>
  )
}
