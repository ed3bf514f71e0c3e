import type { ErrorCode } from '@tsedra/contract/errors'
import { useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue, Resolver } from 'react-hook-form'
import { useForm } from 'react-hook-form'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { ApiError } from '../../shared/api.ts'
import { useAdminRequest } from '../use-admin-request.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { findConflicts, getChangedFields } from './edit-conflicts.ts'
import { useFormDraft } from './use-form-draft.ts'

interface CatalogueFormOptions<
  Entity extends { version: number },
  Values extends FieldValues,
  Input extends FieldValues,
> {
  /** The edited entity; undefined for a new one. */
  entity: Entity | undefined
  /** Form and record of the draft that this device keeps; a form without it has none. */
  draftName?: string
  /** Key of the values without translations. */
  valuesKey: 'product' | 'category' | 'drink' | 'synonyms' | 'settings' | 'texts' | 'packages'
  toValues: (entity: Entity | undefined) => Values
  resolver: Resolver<Values, unknown, Input>
  /** Fetches the entity again after an edit conflict. */
  refetch: (entity: Entity) => Promise<Entity>
  save: (input: Input, entity: Entity | undefined) => Promise<Entity>
  /** Text of the toast after a save. */
  successMessage: string
  onSaved: () => void
  /** Errors that the form shows itself. */
  ownErrors?: Partial<Record<ErrorCode, (details: ApiError['details']) => void>>
}

/** Errors that are shown beside their field or above the form, not as a toast. */
const inlineErrors: Partial<Record<ErrorCode, null>> = {
  slug_taken: null,
  picture_unfit: null,
  synonym_taken: null,
  changed_meanwhile: null,
}

/**
 * Manages the form of a product, a category, a drink, a group of synonyms or the shop's settings: values, validation by the contract's schema, save.
 *
 * On an edit conflict the other user's values fill the fields without changes here, and changes here stay
 * (infra/decisions/0035-admin-area.md); `conflictingPaths` lists the fields that both have changed.
 */
export function useCatalogueForm<
  Entity extends { version: number },
  Values extends FieldValues,
  Input extends FieldValues,
>({
  entity,
  draftName,
  valuesKey,
  toValues,
  resolver,
  refetch,
  save,
  successMessage,
  onSaved,
  ownErrors = {},
}: CatalogueFormOptions<Entity, Values, Input>) {
  const [baseEntity, setBaseEntity] = useState(entity)
  const [conflictingPaths, setConflictingPaths] = useState<string[]>()
  const form = useForm<Values, unknown, Input>({
    defaultValues: toValues(entity) as DefaultValues<Values>,
    resolver,
    mode: 'onTouched',
  })
  const { busy: isSaving, mutate } = useAdminMutation(markCatalogueChanged)
  const { busy: isReading, request } = useAdminRequest()
  const draft = useFormDraft({
    name: draftName,
    form,
    version: baseEntity?.version ?? 0,
    getBaseValues: () => toValues(baseEntity),
    onConflict: setConflictingPaths,
  })

  const errorMessages = { ...inlineErrors, ...Object.fromEntries(Object.keys(ownErrors).map((code) => [code, null])) }

  const submit = form.handleSubmit(async (input) => {
    const result = await mutate(() => save(input, baseEntity), { successMessage, errorMessages })
    if ('response' in result) {
      draft.discard()
      return onSaved()
    }
    if (result.error instanceof ApiError) await handleError(result.error)
  })
  return { form, submit: () => void submit(), busy: isSaving || isReading, conflictingPaths, draft }

  async function handleError({ code, details }: ApiError): Promise<void> {
    if (code === 'changed_meanwhile' && baseEntity) await mergeRemoteChanges(baseEntity)
    ownErrors[code]?.(details)
    if (code === 'slug_taken') setFieldError('slug', 'taken')
    if (code === 'invalid_request') {
      // Checks that the contract's schema cannot contain: `body.product.drinks`.
      const [, field] = findInvalidFields(details).find(([entity]) => entity === valuesKey) ?? []
      if (field) setFieldError(field, 'rejected')
    }
    if (code === 'picture_unfit') {
      const values = form.getValues(valuesKey as Path<Values>) as Record<string, unknown>
      const isRejected = (value: unknown) => typeof value === 'string' && value.slice(0, 200) === details['picture']
      const field = Object.keys(values).find((name) => isRejected(values[name])) ?? 'galleryImages'
      setFieldError(field, String(details['reason']))
    }
  }

  function setFieldError(field: string, type: string): void {
    form.setError(`${valuesKey}.${field}` as Path<Values>, { type }, { shouldFocus: true })
  }

  async function mergeRemoteChanges(previous: Entity): Promise<void> {
    const result = await request(() => refetch(previous))
    if ('error' in result) return
    const latest = result.response
    const localValues = form.getValues()
    const baseValues = toValues(previous)
    const remoteValues = toValues(latest)
    setConflictingPaths(findConflicts(baseValues, localValues, remoteValues))
    form.reset(remoteValues)
    for (const { path, value } of getChangedFields(baseValues, localValues)) {
      form.setValue(path as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
    setBaseEntity(latest)
  }
}

/** Returns the fields that the server has rejected, without `body`: `['product', 'drinks']`. */
const findInvalidFields = ({ fields }: ApiError['details']): string[][] =>
  Array.isArray(fields) ? fields.map((field) => String(field).split('.').slice(1)) : []
