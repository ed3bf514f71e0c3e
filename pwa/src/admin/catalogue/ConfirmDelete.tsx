import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '../ConfirmDialog.tsx'

type Props = Pick<ComponentProps<typeof ConfirmDialog>, 'busy' | 'alternative' | 'onConfirm' | 'onClose'> & {
  section: 'products' | 'categories'
  name: string
}

/** Confirms the deletion of a product or a category. */
export function ConfirmDelete({ section, name, ...dialog }: Props) {
  const t = useTranslations('admin')
  return (
    <ConfirmDialog title={t(`${section}.deleteTitle`)} confirmLabel={t(`${section}.delete`)} {...dialog}>
      <p>
        <b>{name}</b>
      </p>
      <p className="muted">{t(`${section}.deleteText`)}</p>
    </ConfirmDialog>
  )
}
