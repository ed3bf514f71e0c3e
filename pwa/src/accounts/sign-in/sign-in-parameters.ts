import { parseReturnPath } from '@tsedra/contract/return-path'
import { type SignInProblem, signInProblems, type Provider, providers } from '@tsedra/contract/providers'

/** The parameters of a URL that opens the sign-in dialog: `/?login=1&next=…`. */
export interface SignInParameters {
  /** Return path after the sign-in, on this site. */
  next: string | undefined
  problem: SignInProblem | undefined
  link: Provider | undefined
}

/** Returns the known values only: any site can link to such a URL (infra/decisions/0026-google-and-apple-sign-in.md). */
export function readSignInParameters(search: string, origin: string): SignInParameters {
  const parameters = new URLSearchParams(search)
  return {
    next: parseReturnPath(parameters.get('next'), origin),
    problem: signInProblems.find((candidate) => candidate === parameters.get('problem')),
    link: providers.find((candidate) => candidate === parameters.get('link')),
  }
}
