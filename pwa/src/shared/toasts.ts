import { createStore } from './store.ts'

export interface Toast {
  id: number
  /** What the toast is about, in front of its title: the name of a product, the number of an order. */
  subject?: string
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

/** Elements that show the toasts of the open modal dialogs, the topmost last. */
const toastHosts = createStore<readonly Element[]>([])

/** Returns the element that contains the toasts, or undefined for the page: everything outside an open modal dialog is inert. */
export const useToastHost = (): Element | undefined => toastHosts.use().at(-1)

/**
 * Moves the toasts into a modal dialog that opens. Returns a function to call when it closes.
 *
 * @param host the dialog, or its slot for toasts
 */
export function hostToasts(host: Element): () => void {
  toastHosts.set([...toastHosts.get(), host])
  return () => toastHosts.set(toastHosts.get().filter((other) => other !== host))
}

export const dismissToast = (): void => toastStore.set(undefined)
