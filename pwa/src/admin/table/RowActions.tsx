import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'

interface Props {
  /** Name of the entity. */
  name: string
  onEdit: () => void
  onDuplicate?: () => void
  /** Undefined without permission. */
  onDelete: (() => void) | undefined
}

export function RowActions({ name, onEdit, onDuplicate, onDelete }: Props) {
  const t = useTranslations('admin')
  return (
    <span className="row-actions">
      <button type="button" className="icon-btn icon-btn--sm" aria-label={t('edit', { name })} onClick={onEdit}>
        <Icon name="pencil" size="i--sm" />
      </button>
      {onDuplicate && (
        <button
          type="button"
          className="icon-btn icon-btn--sm"
          aria-label={t('duplicate', { name })}
          onClick={onDuplicate}
        >
          <Icon name="copy" size="i--sm" />
        </button>
      )}
      {onDelete && (
        <button
          type="button"
          className="icon-btn icon-btn--sm icon-btn--danger"
          aria-label={t('delete', { name })}
          onClick={onDelete}
        >
          <Icon name="trash-2" size="i--sm" />
        </button>
      )}
    </span>
  )
}
