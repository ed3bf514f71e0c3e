import { useRef, useState } from 'react'
import type { Draft, DraftFields } from '../outbox/draft.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { randomUuid } from '../shared/random-uuid.ts'
import { useDraftAutosave } from './order-draft.ts'
import { type FieldErrors, type FieldName, fieldNames, type OrderableLine, validateField } from './order-form.ts'

/** Stores the values of the order form, its errors and its autosaved draft. */
export function useOrderFields(initialDraft: Draft, initialLines: readonly OrderableLine[]) {
  const [draft, setDraft] = useState(initialDraft)
  const [isTouched, setIsTouched] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const name = useRef<HTMLInputElement>(null)
  const phone = useRef<HTMLInputElement>(null)
  const comment = useRef<HTMLTextAreaElement>(null)
  const { fields } = draft
  const cancelDraftSave = useDraftAutosave(pageOutbox(), isTouched ? draft : undefined)

  return {
    draft,
    lines: applyChoice(initialLines, fields),
    errors,
    elements: { name, phone, comment },
    cancelDraftSave,
    setErrors,
    updateFields,
    validateOnBlur,
    withNewOrderId,
    replaceDraft,
  }

  function updateFields(changes: Partial<DraftFields>): void {
    const next = { ...fields, ...changes }
    replaceDraft({ ...draft, fields: next })
    // A field with an error is validated on every keystroke until it is valid.
    for (const fieldName of fieldNames) {
      if (errors[fieldName]) setErrors((previous) => withError(previous, fieldName, validateField(fieldName, next)))
    }
  }

  function validateOnBlur(fieldName: FieldName): void {
    if (fields[fieldName] !== '')
      setErrors((previous) => withError(previous, fieldName, validateField(fieldName, fields)))
  }

  /** Returns the draft with a new order id. */
  function withNewOrderId(): Draft {
    return { ...draft, orderId: randomUuid() }
  }

  function replaceDraft(next: Draft): void {
    setDraft(next)
    setIsTouched(true)
  }
}

/** Applies package and quantity of the form to a single line; the lines of a cart stay as they are. */
function applyChoice(initialLines: readonly OrderableLine[], { packageSize, quantity }: DraftFields): OrderableLine[] {
  const [singleLine, ...more] = initialLines
  if (!singleLine || more.length > 0) return [...initialLines]
  const size =
    packageSize && singleLine.product.availablePackages.includes(packageSize) ? packageSize : singleLine.packageSize
  return [{ ...singleLine, packageSize: size, quantity }]
}

function withError(previous: FieldErrors, name: FieldName, error: FieldErrors[FieldName]): FieldErrors {
  if (previous[name] === error) return previous
  const { [name]: _, ...others } = previous
  return error ? { ...others, [name]: error } : others
}
