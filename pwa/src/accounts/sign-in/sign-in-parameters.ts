import { parseReturnPath } from '@tsedra/contract/return-path'
import { type SignInProblem, signInProblems, type Provider, providers } from '@tsedra/contract/third-parties'

/** What brought somebody to the dialog by an address: `/?login=1&next=…`. */
export interface SignInParameters {
  /** Where to go afterwards: a path of this shop. */
  next: string | undefined
  problem: SignInProblem | undefined
  link: Provider | undefined
}

/** Anybody can write such an address, so only what is known counts (infra/decisions/0026-google-and-apple-sign-in.md). */
export function readSignInParameters(search: string, origin: string): SignInParameters {
  const parameters = new URLSearchParams(search)
  return {
    next: parseReturnPath(parameters.get('next'), origin),
    problem: signInProblems.find((candidate) => candidate === parameters.get('problem')),
    link: providers.find((candidate) => candidate === parameters.get('link')),
  }
}
