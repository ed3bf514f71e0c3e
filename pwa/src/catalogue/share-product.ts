import { notify } from '../notices/notices.ts'

/** The system's share sheet where there is one, else the link goes to the clipboard. */
export async function shareProduct(title: string, copied: string): Promise<void> {
  const url = location.href
  try {
    if (navigator.share) await navigator.share({ title, url })
    else {
      await navigator.clipboard.writeText(url)
      notify({ title: copied, text: url })
    }
  } catch (error) {
    // Whoever closes the sheet has changed their mind; without a clipboard the address stands in the bar.
    if (!(error instanceof DOMException)) throw error
  }
}
