import { networkInterfaces } from 'node:os'
import { getClientAddress } from '@tsedra/contract/client-address'
import { type Check, CheckFailure } from '@tsedra/service/checks'
import ipaddr from 'ipaddr.js'
import * as z from 'zod/mini'

interface Options {
  publicOrigin: string
  trustProxy: string | number
}

/** Reserved for documentation (RFC 5737): no client has it. */
const FORGED_ADDRESS = '203.0.113.77'

const installation = 'see "Installation" in infra/runbook.md.'

/**
 * Requests the shop by its public address, as a browser does, and compares the address that arrives at the API: neither the one
 * that this request forges, nor a proxy's own.
 */
export function checkOrigin({ publicOrigin, trustProxy }: Options): Check {
  return {
    name: 'public address',
    isExternal: true,
    fix: `The name in PUBLIC_ORIGIN must lead to this machine, and ports 80 and 443 must be open: ${installation}`,
    async run(signal) {
      const address = await requestOwnAddress(publicOrigin, signal)
      if (address === FORGED_ADDRESS) {
        throw new CheckFailure(
          'clients can choose the address that rate limits count',
          `TRUST_PROXY must be the number of proxies, and TRUSTED_PROXIES must name the proxy with the certificate alone: ${installation}`,
        )
      }
      // With the edge alone, and with the proxy of https.yml, a request of this machine comes from the gateway of Docker's network.
      if (typeof trustProxy === 'number' && trustProxy > 1 && !isPublic(address) && !listOwnAddresses().has(address)) {
        throw new CheckFailure(
          `requests arrive from ${address}, the address of a proxy: all customers share one rate limit`,
          `TRUSTED_PROXIES must name that proxy, which must send X-Forwarded-For: ${installation}`,
        )
      }
      return `the shop responds, and counts this request under ${address}`
    },
  }
}

async function requestOwnAddress(publicOrigin: string, signal: AbortSignal): Promise<string> {
  const path = getClientAddress.route.slice('GET '.length)
  const response = await fetch(publicOrigin + path, {
    headers: { 'X-Forwarded-For': FORGED_ADDRESS },
    redirect: 'manual',
    signal,
  })
  const text = await response.text()
  if (response.headers.get('x-app') !== 'tsedra') {
    throw new CheckFailure(
      `another server responds with ${response.status}`,
      `The proxy must forward everything to the port of the edge: ${installation}`,
    )
  }
  if (response.status !== 200) {
    throw new CheckFailure(
      `the shop responds with ${response.status}`,
      'Look at `docker compose ps` and `docker compose logs edge api`.',
    )
  }
  const { address } = z.parse(getClientAddress.response, JSON.parse(text))
  // IPv4 as such, not as a part of IPv6.
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}

const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.parse(address).range() === 'unicast'

const listOwnAddresses = (): Set<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flat()
      .flatMap((one) => (one ? [one.address] : [])),
  )
