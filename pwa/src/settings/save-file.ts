/** Milliseconds after which a browser has surely taken the file up. */
const REVOKE_DELAY_MS = 60_000

/** Lets the browser save it under this name: nothing leaves the page for it. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS)
}
