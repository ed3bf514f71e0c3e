/** Chromium's offer to install the page; no part of TypeScript's browser. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    installPrompt?: BeforeInstallPromptEvent | undefined
  }
}

/** Keeps the browser's offer for the moment when installing is worth something to the shopper. It comes once, and early. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installPrompt = event as BeforeInstallPromptEvent
    dispatchEvent(new Event('tsedra:installable'))
  })
}
