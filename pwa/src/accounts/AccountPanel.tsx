import { lazily } from '../shared/lazily.ts'
import { SignIn } from './sign-in/SignIn.tsx'
import { UserMenu } from './UserMenu.tsx'

// It brings the outbox.
const SignOut = lazily(() => import('./SignOut.tsx').then(({ SignOut }) => SignOut))

const panels = { signIn: <SignIn />, signOut: <SignOut />, user: <UserMenu /> }

/** What lies over the page of signing in and out: one part of the page, so that the first load names one. */
export const AccountPanel = ({ panel }: { panel: keyof typeof panels }) => panels[panel]
