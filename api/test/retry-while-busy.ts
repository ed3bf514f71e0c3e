/** Asks again while the shop is too busy, as phones do: on a slow machine it is, but not for ever. */
export async function retryWhileBusy<A extends { status: number }>(request: () => Promise<A>): Promise<A> {
  let response = await request()
  for (let retries = 0; response.status === 503 && retries < 20; retries += 1) response = await request()
  return response
}
