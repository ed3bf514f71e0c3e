/** Puts a text on the clipboard, also on plain http, where there is no `navigator.clipboard`. Returns whether it is there. */
export async function copyToClipboard(text: string): Promise<boolean> {
  const { clipboard }: Partial<Navigator> = navigator
  if (!clipboard) return copyBySelection(text)
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}

function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  // Inside of an open modal dialog: whatever lies outside of it cannot be selected.
  ;(document.querySelector('dialog[open]') ?? document.body).append(field)
  field.select()
  // Deprecated, and the only way without a secure context.
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}
