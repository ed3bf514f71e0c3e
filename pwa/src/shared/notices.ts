import { createStore } from './store.ts'

export interface Notice {
  id: number
  title: string
  text?: string
  kind?: 'bad'
  action?: { label: string; run: () => void }
}

const shown = createStore<Notice | undefined>(undefined)
let made = 0

export const useNotice = shown.use

/** Shows a notice; there is only ever one, a new one takes the place of the old. */
export function notify(notice: Omit<Notice, 'id'>): void {
  made += 1
  shown.set({ ...notice, id: made })
}

/** Modal dialogs that are open, the uppermost last. */
const modals = createStore<readonly Element[]>([])

/** Where notices are shown: whatever lies outside of an open modal dialog cannot be touched. Undefined: on the page. */
export const useNoticePlace = (): Element | undefined => modals.use().at(-1)

/** Called by a modal dialog that opens: what is being said lies in it from now on. Returns what to call when it closes. */
export function holdNotices(modal: Element): () => void {
  modals.set([...modals.get(), modal])
  return () => modals.set(modals.get().filter((each) => each !== modal))
}

export const dismissNotice = (): void => shown.set(undefined)
