/** Asks again while the shop is too busy, as phones do: on a slow machine it is, but not for ever. */
export async function whileBusy<A extends { status: number }>(ask: () => Promise<A>): Promise<A> {
  let answer = await ask()
  for (let again = 0; answer.status === 503 && again < 20; again += 1) answer = await ask()
  return answer
}
