import { createStore } from '../shared/store.ts'

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

const raised = createStore(0)

export const useRaised = raised.use
/** Called by whatever opens in the top layer: what is being said stays above it. */
export const raiseNotices = (): void => raised.set(raised.get() + 1)

export const dismissNotice = (): void => shown.set(undefined)
