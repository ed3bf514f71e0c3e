import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../ConfirmDialog.tsx'

type Props = Pick<ComponentProps<typeof ConfirmDialog>, 'busy' | 'alternative' | 'onConfirm' | 'onClose'> & {
  section: 'products' | 'categories' | 'drinks'
  name: string
  /** What else changes. */
  consequence?: string | undefined
}

/** Confirms the deletion of a product, a category or a drink. */
export function ConfirmDelete({ section, name, consequence, ...dialog }: Props) {
  const t = useTranslations('admin')
  return (
    <ConfirmDialog title={t(`${section}.deleteTitle`)} confirmLabel={t(`${section}.delete`)} {...dialog}>
      <p>
        <b>{name}</b>
      </p>
      {consequence && <p>{consequence}</p>}
      <p className="muted">{t(`${section}.deleteText`)}</p>
    </ConfirmDialog>
  )
}
