/** Chromium's event that offers to install the page; TypeScript's DOM library lacks it. */
export interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

declare global {
  interface Window {
    installPrompt?: BeforeInstallPromptEvent | undefined
  }
}

/** Stores the browser's install prompt, which is offered once and early, until the page shows its own install button. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installPrompt = event as BeforeInstallPromptEvent
    dispatchEvent(new Event('tsedra:installable'))
  })
}
