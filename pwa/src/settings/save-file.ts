/** Delay before the object URL is revoked, in ms: the browser has started the download by then. */
const REVOKE_DELAY_MS = 60_000

/** Saves a file through the browser's download, without a request. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS)
}
