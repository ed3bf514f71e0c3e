import { createStore } from './store.ts'

export interface Toast {
  id: number
  title: string
  text?: string
  kind?: 'bad'
  action?: { label: string; run: () => void }
}

const toastStore = createStore<Toast | undefined>(undefined)
let lastId = 0

export const useToast = toastStore.use

/** Shows a notice; there is only ever one, a new one takes the place of the old. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  toastStore.set({ ...toast, id: lastId })
}

/** Modal dialogs that are open, the uppermost last. */
const openModals = createStore<readonly Element[]>([])

/** Where notices are shown: whatever lies outside of an open modal dialog cannot be touched. Undefined: on the page. */
export const useToastContainer = (): Element | undefined => openModals.use().at(-1)

/** Called by a modal dialog that opens: what is being said lies in it from now on. Returns what to call when it closes. */
export function hostToasts(modal: Element): () => void {
  openModals.set([...openModals.get(), modal])
  return () => openModals.set(openModals.get().filter((other) => other !== modal))
}

export const dismissToast = (): void => toastStore.set(undefined)
