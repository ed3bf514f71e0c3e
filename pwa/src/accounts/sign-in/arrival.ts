import { type SignInProblem, signInProblems, type ThirdParty, thirdParties } from '@tsedra/contract/third-parties'

/** What brought somebody to the dialog by an address: `/?login=1&next=…`. */
export interface Arrival {
  /** Where to go afterwards: a path of this shop. */
  next: string | undefined
  problem: SignInProblem | undefined
  link: ThirdParty | undefined
}

/** Anybody can write such an address, so only what is known counts (infra/decisions/0026-third-parties.md). */
export function readArrival(search: string, origin: string): Arrival {
  const said = new URLSearchParams(search)
  return {
    next: ownPath(said.get('next'), origin),
    problem: signInProblems.find((each) => each === said.get('problem')),
    link: thirdParties.find((each) => each === said.get('link')),
  }
}

/** Browsers read `\` as `/` and drop tabs and newlines, so what looks like a path may lead away. */
function ownPath(wanted: string | null, origin: string): string | undefined {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || /[\\\u0000-\u0020\u007f-\u009f]/.test(wanted)) return undefined
  const url = URL.parse(wanted, origin)
  // mutation test: return-path-not-api
  if (url?.origin !== origin || url.pathname.startsWith('//') || /^\/api(\/|$)/i.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
