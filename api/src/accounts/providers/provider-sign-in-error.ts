import type { SignInProblem } from '@tsedra/contract/providers'

/** A provider sign-in that ends without a session; the dialog shows `problem`. */
export class ProviderSignInError extends Error {
  override readonly name = 'ProviderSignInError'
  readonly problem: SignInProblem

  constructor(problem: SignInProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
