import { MAX_RACERS, type PhoneRequest } from '../../../api/test/order-api/order-api.ts'
import {
  apiError,
  createEarlyResponse,
  faults,
  isEarlyFault,
  isUnread,
  readRequest,
  type ReceivedRequest,
} from '../fake-world.ts'
import type { SimulatedPhone, Tab } from './simulated-phone.ts'
import { type Answer, accountOf } from './simulated-world.ts'
import type { Host } from './virtual-time.ts'

/** Faults of one request; `too_old` comes from the API itself. */
const networkFaults = [
  ...faults.filter((fault) => fault !== 'none' && fault !== 'too_old'),
  'truncated',
  'rate_limited',
]

/** A request as its sender made it, and as the API receives it. */
export type Copy = readonly [ReceivedRequest, PhoneRequest]

/** Means, in ms; one of ten messages takes longer than the time after which the outbox sends the next request. */
const UPLINK_MS = 60
const DOWNLINK_MS = 60

/** Returns the `fetch` of a tab: each request and each response takes its time, or meets a fault. */
export function createSend(phone: SimulatedPhone, tab: Host & { name: string }): typeof fetch {
  const { world } = phone
  const { time } = world
  return (path, init) => {
    if (time.host !== tab) throw new Error(`${tab.name} sends from another tab`)
    const request = readRequest(path, init, phone.session.owner)
    const phoneRequest: PhoneRequest = {
      path: path as string,
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: request.body,
      account: accountOf(request),
      address: phone.address,
    }
    const { id, kind } = request
    phone.attempted.add(id)
    return new Promise((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      if (tab.isDead) return
      world.requests += 1
      const copy: Copy = [request, phoneRequest]
      const fault = drawFault(request)
      phone.log(`${tab.name} sends ${kind} ${id} attempt ${request.attempt}: ${fault}`)
      if (fault !== 'none') world.faulted.add(id)
      deliver(fault)

      function deliver(fault: string): void {
        if (isEarlyFault(fault)) {
          if (isUnread(fault)) phone.unread.add(id)
          return answer(createEarlyResponse(fault, world.random.pick([0, 2, 60])))
        }
        switch (fault) {
          case 'none':
            return arrive((answered) => answer(toResponse(answered)))
          case 'rate_limited':
            return answer(apiError(429, 'too_many_requests', undefined, { 'retry-after': '30' }))
          case 'no_network':
            return answer(undefined)
          case 'answer_lost':
            return arrive(() => answer(undefined))
          case 'truncated':
            return arrive((answered) =>
              answer(toResponse(answered && { ...answered, text: answered.text.slice(0, 40) })),
            )
          case 'doubled':
            return arrive((answered) => answer(toResponse(answered)), 2)
          case 'delayed':
            phone.delayed.add(copy)
            schedule(20 * 60_000, deliverDelayed)
            return answer(undefined)
          case 'swallowed':
            return undefined
          case 'swallowed_stored':
            return arrive(() => {})
          case 'dies_before':
            return phone.kill(tab as Tab)
          case 'dies_after':
            arrive(() => {})
            return phone.kill(tab as Tab)
          case 'hangs':
            phone.freeze(tab as Tab, 1_000 + world.delay(40_000))
            return arrive((answered) => answer(toResponse(answered)))
          default:
            throw new Error(`no behaviour for the fault ${fault}`)
        }
      }

      /** Delivers the request; a doubled one races with its copy, a cancel with delayed copies of its order or with staff. */
      function arrive(respond: (answered: Answer) => void, copies = 1): void {
        schedule(UPLINK_MS, async () => {
          const own = Array.from({ length: copies }, () => copy)
          const racing = kind === 'cancel' && world.chance(0.5) ? phone.takeDelayed(id, MAX_RACERS - copies - 1) : []
          const all = [...own, ...racing]
          phone.received.push(...all.map(([received]) => received))
          const confirmedId = kind === 'cancel' && world.hasFaults && world.chance(0.3) ? id : undefined
          const isRace = all.length > 1 || confirmedId !== undefined
          const answered = isRace ? await world.race(all, confirmedId) : await world.handle(request, phoneRequest)
          if (!answered || answered.status >= 500) world.faulted.add(id)
          if (answered?.status === 426) phone.unread.add(id)
          respond(answered)
        })
      }

      /** The copy arrives long after its sender has given up; its response is not delivered. */
      async function deliverDelayed(): Promise<void> {
        if (!phone.delayed.delete(copy)) return
        phone.log(`delayed ${kind} ${id} arrives`)
        phone.received.push(request)
        const answered = await world.handle(request, phoneRequest)
        if (answered?.status === 426) phone.unread.add(id)
      }

      function answer(response: Response | undefined): void {
        time.schedule(
          20 + world.delay(world.chance(0.1) ? 40 * DOWNLINK_MS : DOWNLINK_MS),
          () => (response ? resolve(response) : reject(new TypeError('Failed to fetch'))),
          tab,
        )
      }
    })
  }

  function drawFault({ id, kind }: ReceivedRequest): string {
    if (!world.hasFaults) return (kind === 'order' ? phone.blocked.get(id) : undefined) ?? 'none'
    if (world.chance(phone.faultRate)) return phone.faultRate >= 1 ? 'no_network' : world.random.pick(networkFaults)
    return (kind === 'order' ? phone.blocked.get(id) : undefined) ?? 'none'
  }

  function schedule(ms: number, run: () => unknown): void {
    time.schedule(20 + world.delay(world.chance(0.1) ? 40 * ms : ms), run)
  }
}

const toResponse = (answer: Answer): Response | undefined => {
  if (!answer) return undefined
  return new Response(answer.text, { status: answer.status, headers: answer.headers })
}
