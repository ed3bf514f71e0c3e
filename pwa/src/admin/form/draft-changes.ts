import type { DraftChange, FormDraft } from './form-drafts.ts'
import { type FormValues, getChangedFields } from './edit-conflicts.ts'

/** Returns the draft of a form; undefined without a change. */
export function buildFormDraft(base: FormValues, values: FormValues, version: number): FormDraft | undefined {
  const changes = getChangedFields(base, values)
  return changes.length > 0 ? { version, savedAt: Date.now(), changes } : undefined
}

/** Returns the fields that a newer version has changed too, to another value. */
export function findDraftConflicts(changes: readonly DraftChange[], getLatest: (path: string) => unknown): string[] {
  return changes.flatMap(({ path, before, value }) => {
    const latest = JSON.stringify(getLatest(path))
    // mutation test: draft-conflict-shown
    return latest !== JSON.stringify(before) && latest !== JSON.stringify(value) ? [path] : []
  })
}

/** Returns the time since then in the units of a person: `5 minutes ago`. */
export function formatAge(time: number, now: number, locale: string): string {
  const minutes = Math.max(0, Math.round((now - time) / 60_000))
  const formatter = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (minutes < 60) return formatter.format(-minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 24 ? formatter.format(-hours, 'hour') : formatter.format(-Math.round(hours / 24), 'day')
}
