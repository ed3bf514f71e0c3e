import autocannon from 'autocannon'

/** What is guessed at: one account from many addresses, each as fast as it is answered. */
export interface GuessingOptions {
  url: string
  origin: string
  email: string
  guesses: number
  addresses: number
}

/** How many guesses got which answer. */
export type GuessingResult = Record<string, number>

const { url, origin, email, guesses, addresses } = JSON.parse(process.argv[2] ?? '') as GuessingOptions
let sentCount = 0
const { errors, statusCodeStats } = await autocannon({
  url,
  method: 'POST',
  connections: addresses,
  amount: guesses,
  // Comparing is what they wait for, one after the other.
  timeout: 120,
  requests: [
    {
      setupRequest: (request: autocannon.Request) => {
        sentCount += 1
        const address = `203.0.113.${sentCount % addresses}`
        return {
          ...request,
          headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': address },
          body: JSON.stringify({ emailOrPhone: email, password: `guess number ${sentCount}` }),
        }
      },
    },
  ],
})
const statusCounts = Object.entries(statusCodeStats ?? {}).map(([status, { count }]) => [status, count ?? 0] as const)
process.stdout.write(JSON.stringify({ errors, ...Object.fromEntries(statusCounts) } satisfies GuessingResult))
