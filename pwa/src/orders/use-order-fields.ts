import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Draft } from '../outbox/draft.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { useFormFields } from '../shared/use-form-fields.ts'
import { keyOf, restoreLines } from './form-lines.ts'
import { useDraftAutosave } from './order-draft.ts'
import { buildSummary, type FieldErrors, fieldNames, validateFields } from './order-form.ts'
import type { OrderableLine } from './orderable-product.ts'
import { useCurrentLines } from './use-current-lines.ts'

export type OrderFields = ReturnType<typeof useOrderFields>

/** Stores the values and the lines of the order form, the errors and the autosaved draft. */
export function useOrderFields(initialDraft: Draft, requestedLines: readonly OrderableLine[]) {
  const t = useTranslations('order.error')
  const { name, phone, comment } = initialDraft.fields
  const texts = useFormFields({ name, phone, comment }, (values) => toErrorTexts(validateFields(values)), {
    validateOnBlur: 'filled',
    revalidate: 'untilValid',
  })
  const [initialLines] = useState(() => restoreLines(requestedLines, initialDraft))
  const [chosenLines, setLines] = useState(initialLines)
  const lines = useCurrentLines(chosenLines)
  const [orderId, setOrderId] = useState(initialDraft.orderId)
  const draft = useMemo<Draft>(() => {
    const [first] = lines
    const selection = { packageSize: first?.packageSize ?? null, quantity: first?.quantity ?? 1 }
    return {
      ...initialDraft,
      orderId,
      fields: { ...texts.values, ...selection },
      lines: buildSummary(lines).lines,
      requested: requestedLines.map(keyOf),
    }
  }, [initialDraft, orderId, texts.values, lines, requestedLines])
  const isEdited = texts.isEdited || chosenLines !== initialLines || orderId !== initialDraft.orderId
  const cancelDraftSave = useDraftAutosave(pageOutbox(), isEdited ? draft : undefined)

  return {
    draft,
    lines,
    bind: texts.bind,
    setLines,
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
