/** Milliseconds after which a browser has surely taken the file up. */
const TAKEN_MS = 60_000

/** Lets the browser save a JSON text under this name: nothing leaves the page for it. */
export function saveFile(name: string, json: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([json], { type: 'application/json' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_MS)
}
