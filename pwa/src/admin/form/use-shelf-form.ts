import type { ErrorCode } from '@tsedra/contract/errors'
import { useState } from 'react'
import type { DefaultValues, FieldValues, Path, PathValue, Resolver } from 'react-hook-form'
import { useForm } from 'react-hook-form'
import { catalogueChanged } from '../../catalogue/sync/changed-here.ts'
import { ApiRefusal } from '../../shared/api.ts'
import { useAdminAsk } from '../use-admin-ask.ts'
import { useAdminChange } from '../use-admin-change.ts'
import { disagreements, ownChanges } from './own-changes.ts'

interface Options<Thing extends { version: number }, Values extends FieldValues, Input extends FieldValues> {
  /** What is changed; undefined for something new. */
  thing: Thing | undefined
  /** The part of the values that is not a text in a language. */
  part: 'product' | 'category'
  valuesOf: (thing: Thing | undefined) => Values
  resolver: Resolver<Values, unknown, Input>
  /** Reads it anew after somebody else was faster. */
  read: (thing: Thing) => Promise<Thing>
  save: (input: Input, thing: Thing | undefined) => Promise<Thing>
  /** Told once it is saved. */
  done: string
  onSaved: () => void
}

/** Refusals that are said beside their field, or above the form. */
const saidHere: Partial<Record<ErrorCode, null>> = { slug_taken: null, picture_unfit: null, changed_meanwhile: null }

/**
 * The form of a product or a category: filling it, looking at it by the contract's schema, saving it.
 *
 * When somebody else has saved it meanwhile, their values come into the fields that were not touched here, and what was
 * typed stays (infra/decisions/0035-admin-panel.md); `meanwhile` names the fields in which both disagree.
 */
export function useShelfForm<Thing extends { version: number }, Values extends FieldValues, Input extends FieldValues>({
  thing,
  part,
  valuesOf,
  resolver,
  read,
  save,
  done,
  onSaved,
}: Options<Thing, Values, Input>) {
  const [base, setBase] = useState(thing)
  const [meanwhile, setMeanwhile] = useState<string[]>()
  const form = useForm<Values, unknown, Input>({
    defaultValues: valuesOf(thing) as DefaultValues<Values>,
    resolver,
    mode: 'onTouched',
  })
  const { busy: saving, change } = useAdminChange(catalogueChanged)
  const { busy: reading, ask } = useAdminAsk()

  const submit = form.handleSubmit(async (input) => {
    const result = await change(() => save(input, base), { done, own: saidHere })
    if ('answer' in result) return onSaved()
    if (result.error instanceof ApiRefusal) await hear(result.error)
  })
  return { form, submit: () => void submit(), busy: saving || reading, meanwhile }

  async function hear({ code, details }: ApiRefusal): Promise<void> {
    if (code === 'changed_meanwhile' && base) await takeTheirs(base)
    if (code === 'slug_taken') setWrong('slug', 'taken')
    if (code === 'picture_unfit') {
      const values = form.getValues(part as Path<Values>) as { imageUrl: string }
      const ofGallery = values.imageUrl.slice(0, 200) !== details['picture']
      setWrong(ofGallery ? 'galleryImages' : 'imageUrl', String(details['reason']))
    }
  }

  function setWrong(field: string, type: string): void {
    form.setError(`${part}.${field}` as Path<Values>, { type }, { shouldFocus: true })
  }

  async function takeTheirs(before: Thing): Promise<void> {
    const result = await ask(() => read(before))
    if ('error' in result) return
    const after = result.answer
    const mine = form.getValues()
    const was = valuesOf(before)
    const theirs = valuesOf(after)
    setMeanwhile(disagreements(was, mine, theirs))
    form.reset(theirs)
    for (const { path, value } of ownChanges(was, mine)) {
      form.setValue(path as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    }
    setBase(after)
  }
}
