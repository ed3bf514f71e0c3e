import { createStore } from './store.ts'

export interface Toast {
  id: number
  /** What the toast is about, in front of its title: the name of a product, the number of an order. */
  subject?: string
  title: string
  text?: string
  /** `bad`: a refusal or failure. `news`: nothing that the user did just now; see `showToast`. */
  kind?: 'bad' | 'news'
  action?: { label: string; run: () => void }
}

const toastStore = createStore<Toast | undefined>(undefined)
let lastId = 0
/** The last news that waits. */
let waitingNews: Toast | undefined

export const useToast = toastStore.use

/**
 * Shows a toast. It replaces the current one: there is at most one. Only news waits until the toast of an action is
 * dismissed: a refusal must be read.
 */
export function showToast(content: Omit<Toast, 'id'>): void {
  lastId += 1
  const toast = { ...content, id: lastId }
  const current = toastStore.get()
  if (toast.kind === 'news' && current && current.kind !== 'news') waitingNews = toast
  else toastStore.set(toast)
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

/** Dismisses the current toast, and shows the news that waits. */
export function dismissToast(): void {
  toastStore.set(waitingNews)
  waitingNews = undefined
}
