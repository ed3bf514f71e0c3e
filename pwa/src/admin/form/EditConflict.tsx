import { drinkTextFields, namesOf, productFields, productTextFields } from '@tsedra/contract/product-fields'
import { useTranslations } from 'use-intl'

const labelledFields = [
  ...new Set([...namesOf(productTextFields), ...namesOf(drinkTextFields), ...namesOf(productFields)]),
]

/** Warns that another user has saved the same entity, and names the fields that both have changed. */
export function EditConflict({ paths }: { paths: readonly string[] }) {
  const t = useTranslations('admin.form')
  const fields = labelledFields.filter((field) => paths.some((path) => path.split('.').includes(field)))
  return <ConflictNote fields={fields.map((field) => t(field))} />
}

/** @param fields labels of the fields that both users have changed */
export function ConflictNote({ fields }: { fields: readonly string[] }) {
  const t = useTranslations('admin.form')
  return (
    <div className="note note--warn" role="alert">
      <b>{t('meanwhile.title')}</b>
      <p>{t('meanwhile.text')}</p>
      {fields.length > 0 && <p>{t('meanwhile.both', { fields: fields.join(', ') })}</p>}
    </div>
  )
}
