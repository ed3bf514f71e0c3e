import { formatPackage } from '@tsedra/contract/packages'
import {
  type changePackages,
  type getPackages,
  type PackageInUse,
  packageInUse,
  type VersionedPackages,
} from '@tsedra/contract/admin-packages'
import { MAX_PACKAGES } from '@tsedra/contract/package-prices'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { ConflictNote } from '../form/EditConflict.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { useCatalogueForm } from '../form/use-catalogue-form.ts'
import { PackageRowFields } from './PackageRowFields.tsx'
import {
  listRows,
  type PackagesFormInput,
  type PackagesFormValues,
  packagesResolver,
  readSize,
  toPackagesFormValues,
} from './packages-form.ts'
import './packages.css'

const fetchPackages = () => callApi<typeof getPackages>('GET /api/admin/packages')

const savePackages = ({ packages }: PackagesFormInput, version: number) =>
  callApi<typeof changePackages>('PUT /api/admin/packages', { body: { packages, version } })

/** The form of the package sizes of the shop. */
export function PackagesForm({ stored, onClose }: { stored: VersionedPackages; onClose: () => void }) {
  const t = useTranslations('admin.packages')
  const language = useLanguage()
  const [inUse, setInUse] = useState<PackageInUse>()
  const { form, submit, busy, conflictingPaths } = useCatalogueForm({
    entity: stored,
    valuesKey: 'packages',
    toValues: (entity: VersionedPackages | undefined) => toPackagesFormValues(entity ?? stored),
    resolver: packagesResolver,
    refetch: fetchPackages,
    save: (input, existing) => savePackages(input, existing?.version ?? 0),
    successMessage: t('changed'),
    onSaved: onClose,
    ownErrors: { package_in_use: (details) => setInUse(packageInUse.safeParse(details).data) },
  })
  // Rows of stored sizes have their label as the key: `packages.100г.multiplier`.
  const conflictingSizes = new Set(conflictingPaths?.map((path) => path.split('.')[1] ?? ''))
  return (
    <FormProvider {...form}>
      <FormDialog
        title={t('edit')}
        busy={busy}
        banner={
          <>
            {conflictingPaths && (
              <ConflictNote fields={[...conflictingSizes].map((size) => formatPackage(size, language))} />
            )}
            {inUse && (
              <div className="note note--warn" role="alert">
                <p>
                  {t(`inUse.${inUse.change}`, { size: formatPackage(inUse.size, language), count: inUse.products })}
                </p>
              </div>
            )}
          </>
        }
        onSubmit={() => {
          setInUse(undefined)
          submit()
        }}
        onClose={onClose}
      >
        <div className="product-form__main">
          <p className="muted sm">{t('hint')}</p>
          <PackageRows
            onChange={(key, changes) => {
              const row = form.getValues(`packages.${key}`)
              form.setValue(`packages.${key}`, { ...row, ...changes }, { shouldDirty: true })
            }}
          />
        </div>
      </FormDialog>
    </FormProvider>
  )
}

interface PackageRowsProps {
  onChange: (key: string, changes: Partial<PackagesFormValues['packages'][string]>) => void
}

function PackageRows({ onChange }: PackageRowsProps) {
  const t = useTranslations('admin.packages')
  const language = useLanguage()
  const packages = useWatch<PackagesFormValues, 'packages'>({ name: 'packages' })
  const keys = listRows(packages)
  const list = useRef<HTMLUListElement>(null)
  const { setFocus } = useFormContext<PackagesFormValues>()
  const [addedKey, setAddedKey] = useState<string>()
  useEffect(() => {
    if (addedKey) setFocus(`packages.${addedKey}.weight`)
  }, [addedKey, setFocus])
  const [status, setStatus] = useState('')
  const nameOf = (key: string) => {
    const size = packages[key] && readSize(packages[key])
    return size ? formatPackage(size, language) : t('newSize')
  }

  function moveUp(key: string): void {
    const index = keys.indexOf(key)
    const order = keys.with(index, keys[index - 1] ?? key).with(index - 1, key)
    for (const [position, moved] of order.entries()) onChange(moved, { position })
    setStatus(t('moved', { size: nameOf(key), place: index, count: keys.length }))
  }

  function remove(key: string): void {
    setStatus(t('removed', { size: nameOf(key) }))
    onChange(key, { isRemoved: true })
    list.current?.focus()
  }

  function add(): void {
    const position = Math.max(...Object.values(packages).map((row) => row.position ?? 0)) + 1
    const key = `new ${crypto.randomUUID()}`
    onChange(key, { weight: '', multiplier: '', position, isRemoved: false })
    setAddedKey(key)
  }

  return (
    <>
      <ul className="package-rows" ref={list} tabIndex={-1} aria-label={t('title')}>
        {keys.map((key, index) => (
          <PackageRowFields
            key={key}
            rowKey={key}
            isFirst={index === 0}
            onMoveUp={() => moveUp(key)}
            onRemove={keys.length > 1 ? () => remove(key) : undefined}
          />
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {status}
      </p>
      {keys.length < MAX_PACKAGES && (
        <button type="button" className="btn btn--line" onClick={add}>
          <Icon name="plus" size="i--sm" />
          {t('add')}
        </button>
      )}
    </>
  )
}
