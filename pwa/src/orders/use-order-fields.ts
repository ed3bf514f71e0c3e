import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft, DraftFields } from '../outbox/draft.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { useFormFields } from '../shared/use-form-fields.ts'
import { useDraftAutosave } from './order-draft.ts'
import { type FieldErrors, fieldNames, type OrderableLine, validateFields } from './order-form.ts'

export type OrderFields = ReturnType<typeof useOrderFields>

/** Stores the values of the order form, their errors and the autosaved draft. */
export function useOrderFields(initialDraft: Draft, initialLines: readonly OrderableLine[]) {
  const t = useTranslations('order.error')
  const { name, phone, comment, ...openedSelection } = initialDraft.fields
  const texts = useFormFields({ name, phone, comment }, (values) => toErrorTexts(validateFields(values)), {
    validateOnBlur: 'filled',
    revalidate: 'untilValid',
  })
  const [initialSelection] = useState(openedSelection)
  const [selection, setSelection] = useState(initialSelection)
  const [orderId, setOrderId] = useState(initialDraft.orderId)
  const draft = useMemo<Draft>(
    () => ({ ...initialDraft, orderId, fields: { ...texts.values, ...selection } }),
    [initialDraft, orderId, texts.values, selection],
  )
  const isEdited = texts.isEdited || selection !== initialSelection || orderId !== initialDraft.orderId
  const cancelDraftSave = useDraftAutosave(pageOutbox(), isEdited ? draft : undefined)

  return {
    draft,
    lines: applySelection(initialLines, selection),
    bind: texts.bind,
    changeSelection: (changes: Partial<Selection>) => setSelection((previous) => ({ ...previous, ...changes })),
    setOrderId,
    cancelDraftSave,
    /** Shows the errors of all texts and those of the contract. Returns whether there are none. */
    validateAll: (contractErrors: FieldErrors) => texts.validateAll(toErrorTexts(contractErrors)),
  }

  function toErrorTexts(errors: FieldErrors): Partial<Record<(typeof fieldNames)[number], string>> {
    const entries = fieldNames.flatMap((fieldName) => {
      const error = errors[fieldName]
      return error ? [[fieldName, t(error)] as const] : []
    })
    return Object.fromEntries(entries)
  }
}

type Selection = Pick<DraftFields, 'packageSize' | 'quantity'>

/** Applies package and quantity of the form to a single line; the lines of a cart stay as they are. */
function applySelection(initialLines: readonly OrderableLine[], { packageSize, quantity }: Selection): OrderableLine[] {
  const [singleLine, ...more] = initialLines
  if (!singleLine || more.length > 0) return [...initialLines]
  const size =
    packageSize && singleLine.product.availablePackages.includes(packageSize) ? packageSize : singleLine.packageSize
  return [{ ...singleLine, packageSize: size, quantity }]
}
