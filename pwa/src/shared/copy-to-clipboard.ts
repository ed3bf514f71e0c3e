/** Copies a text to the clipboard, also on plain http, where `navigator.clipboard` is absent. Returns whether it succeeded. */
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
  // Inside an open modal dialog: everything outside it is inert and cannot be selected.
  ;(document.querySelector('dialog[open]') ?? document.body).append(field)
  field.select()
  // Deprecated, but the only method outside a secure context.
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}
