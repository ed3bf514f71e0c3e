import type {
  changeShopSettings,
  getShopSettings,
  ShopSettingsInput,
  VersionedShopSettings,
} from '@tsedra/contract/shop-settings'
import { FormProvider, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { ConflictNote } from '../form/EditConflict.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { useCatalogueForm } from '../form/use-catalogue-form.ts'
import { SettingField } from './SettingField.tsx'
import { SettingPicture } from './SettingPicture.tsx'
import { SettingTexts } from './SettingTexts.tsx'
import { ShopPreview } from './ShopPreview.tsx'
import { settingGroups, settingNames } from './setting-groups.ts'
import { type ShopFormValues, shopSettingsResolver, toShopFormValues, toShopSettings } from './shop-settings-form.ts'

const fetchSettings = () => callApi<typeof getShopSettings>('GET /api/admin/shop-settings')

const saveSettings = ({ settings }: Pick<ShopSettingsInput, 'settings'>, version: number) =>
  callApi<typeof changeShopSettings>('PUT /api/admin/shop-settings', { body: { settings, version } })

/** The form of the shop’s settings, with a preview of the typed texts. */
export function ShopSettingsForm({ stored, onClose }: { stored: VersionedShopSettings; onClose: () => void }) {
  const t = useTranslations('admin.shop')
  const { form, submit, busy, conflictingPaths } = useCatalogueForm({
    entity: stored,
    valuesKey: 'settings',
    toValues: (entity: VersionedShopSettings | undefined) => toShopFormValues(entity ?? stored),
    resolver: shopSettingsResolver,
    refetch: fetchSettings,
    save: (input, existing) => saveSettings(input, existing?.version ?? 0),
    successMessage: t('changed'),
    onSaved: onClose,
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={t('edit')}
        busy={busy}
        banner={conflictingPaths && <ConflictNote fields={getConflictLabels(conflictingPaths)} />}
        onSubmit={submit}
        onClose={onClose}
      >
        <div className="product-form__main">
          <p className="muted sm">{t('emptyHint')}</p>
          {settingGroups.map(({ group, texts, fields, pictures = [] }) => (
            <fieldset key={group} className="setting-group">
              <legend className="serif t-1">{t(`groups.${group}`)}</legend>
              {texts.map((name) => (
                <SettingTexts key={name} name={name} />
              ))}
              {fields.map((name) => (
                <SettingField key={name} name={name} />
              ))}
              {pictures.map((name) => (
                <SettingPicture key={name} name={name} />
              ))}
            </fieldset>
          ))}
        </div>
        <div className="product-form__side">
          <TypedPreview />
        </div>
      </FormDialog>
    </FormProvider>
  )

  /** Returns each label once: `settings.texts.name.ua` is that of `name`. */
  function getConflictLabels(paths: readonly string[]): string[] {
    const isConflicting = (name: string) => paths.some((path) => path.split('.').includes(name))
    return settingNames.filter(isConflicting).map((name) => t(`fields.${name}`))
  }
}

function TypedPreview() {
  const settings = useWatch<ShopFormValues, 'settings'>({ name: 'settings' })
  return <ShopPreview settings={toShopSettings({ settings })} />
}
