/** Retries while the shop responds with 503, as the page does: on a slow machine the shop may be busy. Gives up after 20. */
export async function retryWhileBusy<A extends { status: number }>(request: () => Promise<A>): Promise<A> {
  let response = await request()
  for (let retries = 0; response.status === 503 && retries < 20; retries += 1) response = await request()
  return response
}
