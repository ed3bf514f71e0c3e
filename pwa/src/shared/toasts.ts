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

/** Shows a toast. It replaces the current one: there is at most one. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  toastStore.set({ ...toast, id: lastId })
}

/** Open modal dialogs, the topmost last. */
const openModals = createStore<readonly Element[]>([])

/** Returns the dialog that contains the toasts, or undefined for the page: everything outside an open modal dialog is inert. */
export const useToastContainer = (): Element | undefined => openModals.use().at(-1)

/** Moves the toasts into a modal dialog that opens. Returns a function to call when it closes. */
export function hostToasts(modal: Element): () => void {
  openModals.set([...openModals.get(), modal])
  return () => openModals.set(openModals.get().filter((other) => other !== modal))
}

export const dismissToast = (): void => toastStore.set(undefined)
