import type { SignInProblem } from '@tsedra/contract/third-parties'

/** A sign-in with a third party that ends without a session; the person reads why in the dialog. */
export class ProviderSignInError extends Error {
  override readonly name = 'ProviderSignInError'
  readonly problem: SignInProblem

  constructor(problem: SignInProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
