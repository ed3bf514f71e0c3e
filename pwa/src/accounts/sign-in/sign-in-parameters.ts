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
    next: sameOriginPath(parameters.get('next'), origin),
    problem: signInProblems.find((candidate) => candidate === parameters.get('problem')),
    link: providers.find((candidate) => candidate === parameters.get('link')),
  }
}

/** Browsers read `\` as `/` and drop tabs and newlines, so what looks like a path may lead away. */
function sameOriginPath(path: string | null, origin: string): string | undefined {
  if (!path || !/^\/(?![/\\])/.test(path) || /[\\\u0000-\u0020\u007f-\u009f]/.test(path)) return undefined
  const url = URL.parse(path, origin)
  // mutation test: return-path-not-api
  if (url?.origin !== origin || url.pathname.startsWith('//') || /^\/api(\/|$)/i.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
