import { FORM_DRAFTS_KEY } from '../../shared/form-drafts-key.ts'
import { readLocal, writeLocal } from '../../shared/local-storage.ts'

/** A changed field of a form, with its value in the version that the form has read. */
export interface DraftChange {
  /** Path of react-hook-form: `translations.0.name`. */
  path: string
  before?: unknown
  value: unknown
}

/** Unsaved input of a form of staff. */
export interface FormDraft {
  /** Version of the record that the changes belong to; 0 for a new record. */
  version: number
  savedAt: number
  changes: readonly DraftChange[]
}

/** Above it the oldest draft is deleted. */
const MAX_DRAFTS = 20

/** Returns the draft under this key; undefined without one. */
export const readFormDraft = (key: string): FormDraft | undefined => readDrafts()[key]

/** Stores a draft, or deletes it: one entry for all drafts, so that a sign-out deletes every one. */
export function writeFormDraft(key: string, draft: FormDraft | undefined): void {
  const { [key]: former, ...others } = readDrafts()
  if (!former && !draft) return
  const entries = Object.entries(draft ? { ...others, [key]: draft } : others)
  const newest = entries.toSorted(([, a], [, b]) => b.savedAt - a.savedAt).slice(0, MAX_DRAFTS)
  writeLocal(FORM_DRAFTS_KEY, newest.length > 0 ? JSON.stringify(Object.fromEntries(newest)) : undefined)
}

function readDrafts(): Record<string, FormDraft> {
  try {
    return JSON.parse(readLocal(FORM_DRAFTS_KEY) ?? '{}') as Record<string, FormDraft>
  } catch {
    return {}
  }
}
