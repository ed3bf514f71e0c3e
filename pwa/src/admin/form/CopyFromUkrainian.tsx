import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'

interface Props {
  /** Paths of the Ukrainian text and of the same text in the selected language. */
  source: string
  target: string
  /** Label of the field. */
  label: string
}

/** Copies the Ukrainian text into the field, where it is translated; a text that is there is replaced after confirmation. */
export function CopyFromUkrainian({ source, target, label }: Props) {
  const t = useTranslations('admin.form.copy')
  const { setValue, setFocus } = useFormContext()
  const [ukrainian, current] = useWatch({ name: [source, target] }) as [string, string]
  const [isConfirming, setIsConfirming] = useState(false)

  function copy(): void {
    setIsConfirming(false)
    setValue(target, ukrainian, { shouldDirty: true, shouldValidate: true })
    // The button is now disabled, and the text is to be translated.
    setFocus(target)
  }

  return (
    <>
      <button
        type="button"
        className="btn btn--quiet btn--sm"
        aria-label={`${t('action')}: ${label}`}
        disabled={!ukrainian.trim() || ukrainian === current}
        onClick={() => (current.trim() ? setIsConfirming(true) : copy())}
      >
        <Icon name="copy" size="i--sm" />
        {t('action')}
      </button>
      {isConfirming && (
        <ConfirmDialog
          title={t('title')}
          confirmLabel={t('confirm')}
          onConfirm={copy}
          onClose={() => setIsConfirming(false)}
        >
          <p>{t('text', { field: label, current })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
