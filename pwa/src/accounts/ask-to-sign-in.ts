import { openPanel } from '../app/panels.ts'
import { notify } from '../notices/notices.ts'

/** Milliseconds between saying that an account is needed and showing where to sign in. */
const REDIRECT_MS = 500

/** What a guest hears who touches something that belongs to an account. */
export function askToSignIn(title: string, text: string): void {
  notify({ title, text })
  setTimeout(() => openPanel('signIn'), REDIRECT_MS)
}
