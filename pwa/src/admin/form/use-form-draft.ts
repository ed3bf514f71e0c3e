import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { readStoredCurrentUser, useCurrentUser } from '../../session/current-user.ts'
import { buildFormDraft, findDraftConflicts } from './draft-changes.ts'
import { type FormDraft, readFormDraft, writeFormDraft } from './form-drafts.ts'

/** Milliseconds between the last change and the save (debounce). */
const SAVE_DELAY_MS = 500

interface Options<Values extends FieldValues, Input extends FieldValues> {
  /** Form and record: `product.<id>`; a form without a name has no drafts. */
  name: string | undefined
  form: UseFormReturn<Values, unknown, Input>
  /** Version of the record that the form has read, and its values. */
  version: number
  getBaseValues: () => Values
  /** Receives the fields that a newer version has changed as well, after a restore. */
  onConflict: (paths: string[]) => void
}

export interface FormDraftControls {
  /** The stored draft, until it is restored or discarded: the form cannot be edited before. */
  offer: FormDraft | undefined
  isOutdated: boolean
  restore: () => void
  /** Deletes the draft: the form is saved, closed for good, or edited without it. */
  discard: () => void
}

/**
 * Saves the unsaved input of a form on this device, and offers it when the form is opened again. Only changed fields are
 * stored, so a restored draft overwrites nothing else of a newer version.
 */
export function useFormDraft<Values extends FieldValues, Input extends FieldValues>({
  name,
  form,
  version,
  getBaseValues,
  onConflict,
}: Options<Values, Input>): FormDraftControls {
  const userId = useCurrentUser()?.user.id
  const key = name && userId && `${userId}.${name}`
  const [offer, setOffer] = useState(() => (key ? readFormDraft(key) : undefined))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isActive = Boolean(key) && !offer

  const save = useEffectEvent(() => {
    stopTimer()
    // A sign-out, also in another tab, has deleted the drafts.
    if (!key || readStoredCurrentUser()?.user.id !== userId) return
    writeFormDraft(key, buildFormDraft(getBaseValues(), form.getValues(), version))
  })
  useEffect(() => {
    if (!isActive) return
    const schedule = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => save(), SAVE_DELAY_MS)
    }
    const flush = () => {
      if (timer.current !== undefined) save()
    }
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: schedule })
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [form, isActive])

  return { offer, isOutdated: offer !== undefined && offer.version !== version, restore, discard }

  function stopTimer(): void {
    clearTimeout(timer.current)
    timer.current = undefined
  }

  function restore(): void {
    if (!offer) return
    const getValue = (path: string) => form.getValues(path as Path<Values>) as unknown
    // A field of another build may no longer exist.
    const changes = offer.changes.filter(({ path }) => getValue(path) !== undefined)
    if (offer.version !== version) onConflict(findDraftConflicts(changes, getValue))
    for (const { path, value } of changes)
      form.setValue(path as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
    setOffer(undefined)
  }

  function discard(): void {
    stopTimer()
    if (key) writeFormDraft(key, undefined)
    setOffer(undefined)
  }
}
