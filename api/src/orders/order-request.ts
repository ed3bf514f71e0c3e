import { randomUUID } from 'node:crypto'
import { defaultLanguage } from '@tsedra/contract/language'
import type { NewOrder } from '@tsedra/contract/orders'
import { listNetworks } from '../http/network.ts'
import { parsePhone } from '../phone/parse-phone.ts'
import { type RequestedLine, computeFingerprint } from './fingerprint.ts'
import { hashNetwork } from './order-limits.ts'

/** Minimum time in which a human fills in the form; a faster request is flagged as suspect. */
const MIN_FILL_MS = 1_500

export type OrderRequest = ReturnType<typeof parseOrderRequest>

/** Returns the request with its phone, lines, fingerprint and sender networks in the form that the use cases need. */
export function parseOrderRequest(input: NewOrder, address: string, addressSecret: string) {
  const phone = parsePhone(input.customerPhone)
  const lines = readLines(input)
  const content = {
    customerName: input.customerName,
    customerPhone: phone.number,
    customerComment: input.customerComment || null,
    lines,
  }
  const hash = computeFingerprint(content)
  return {
    ...content,
    id: input.id ?? randomUUID(),
    fingerprint: hash,
    // Copies of one request share this key even when the server gave each copy its own id.
    inFlightId: input.id ?? uuidFromHash(hash),
    contentHash: input.id ? null : hash,
    address,
    networks: hashNetworks(address, addressSecret),
    phone: phone.number,
    customerPhoneTyped: input.customerPhone,
    phoneIsValid: phone.isValid,
    language: input.language ?? defaultLanguage,
    ownerId: input.ownerId,
    fromCart: input.fromCart ?? false,
    quotedTotal: input.totalAmount ?? null,
    isSuspect: Boolean(input.website) || (input.filledInMs ?? MIN_FILL_MS) < MIN_FILL_MS,
    sentAt: input.sentAt ?? null,
    productIds: [...new Set(lines.map(({ productId }) => productId))],
  }
}

const hashNetworks = (address: string, addressSecret: string) =>
  listNetworks(address).map((network) => ({ ...network, hash: hashNetwork(addressSecret, network.key) }))

/** Returns the items, else the single product as one line, else no lines: an enquiry. */
function readLines({ items, productId, packageSize, quantity }: NewOrder): RequestedLine[] {
  if (items) return items
  return productId ? [{ productId, packageSize: packageSize ?? undefined, quantity: quantity ?? 1 }] : []
}

const uuidFromHash = (hash: Buffer): string =>
  hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
