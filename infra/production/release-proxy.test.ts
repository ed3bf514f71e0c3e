import { expect, test } from 'vitest'
import { openReleaseMachine, servicesOf } from './release-machine.ts'

/** Of a production with a domain. */
const DOMAIN_SERVICES = 'postgres redis store prepare migrate api worker edge proxy'

// catches mutation: proxy-started, read-through-proxy, edge-beside-former
test('R-44: the first upgrade with a TLS proxy starts it when the edge has given up its ports; a later one keeps it', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')
  const first = machine.upgrade({ services: DOMAIN_SERVICES })
  const proxy = machine.listContainers().find((id) => id.startsWith('proxy'))
  machine.checkOut('1.2.0')
  const second = machine.upgrade({ services: DOMAIN_SERVICES })
  const third = machine.rollBack({ services: DOMAIN_SERVICES })

  expect([first.status, second.status, third.status]).toEqual([0, 0, 0])
  expect(first.calls.slice(-4)).toEqual([
    '1.1.0 start edge, 2 run',
    'stop 1 edge',
    '1.1.0 start proxy, 1 run',
    '1.1.0 read https://proxy',
  ])
  // A download would make the gap longer.
  expect(first.calls.indexOf('1.1.0 pull --policy missing proxy')).toBe(first.calls.indexOf('1.1.0 build api edge') + 1)
  expect(proxy).toBeDefined()
  expect(machine.listContainers()).toContain(proxy)
})

// catches mutation: former-layout-kept
test('R-44: the first upgrade with a TLS proxy that fails leaves the edge of the former layout and its ports', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')

  const { status, output, calls } = machine.upgrade({ services: DOMAIN_SERVICES, fails: '1.1.0 start worker*' })

  expect([status, output]).toEqual([1, expect.stringContaining('failed its checks (see above); 1.0.0 runs again')])
  expect(machine.running()).toEqual(servicesOf('1.0.0'))
  expect(calls.filter((call) => / start (edge|proxy)/.test(call))).toEqual([])
  expect(calls.at(-1)).toBe('1.0.0 read http://edge:8080')
})

// catches mutation: left-edges-removed
test('R-44: with a TLS proxy an upgrade after one that was killed runs one edge', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')
  machine.upgrade({ services: DOMAIN_SERVICES })
  machine.addContainer('edge', 'edge with the page of 1.2.0')
  machine.checkOut('1.2.0')

  expect(machine.upgrade({ services: DOMAIN_SERVICES }).status).toBe(0)
  expect(machine.running()).toEqual([...servicesOf('1.2.0'), 'proxy: Caddy 1'].toSorted())
})

// catches mutation: new-edges-removed-first
test('R-44: with a TLS proxy an upgrade that is interrupted returns to one edge', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')
  machine.upgrade({ services: DOMAIN_SERVICES })
  machine.checkOut('1.2.0')

  const { status } = machine.upgrade({ services: DOMAIN_SERVICES, interrupts: '1.2.0 start edge,*' })

  expect(status).toBe(1)
  expect(machine.running()).toEqual([...servicesOf('1.1.0'), 'proxy: Caddy 1'].toSorted())
})

test('R-44: an upgrade replaces a TLS proxy whose definition has changed', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')
  machine.upgrade({ services: DOMAIN_SERVICES })
  machine.checkOut('1.2.0')

  expect(machine.upgrade({ services: DOMAIN_SERVICES, proxy: '2' }).status).toBe(0)
  expect(machine.running()).toContain('proxy: Caddy 2')
})

test('R-44: without the image of the TLS proxy nothing is replaced', () => {
  using machine = openReleaseMachine()
  machine.checkOut('1.1.0')

  const { status, output } = machine.upgrade({ services: DOMAIN_SERVICES, fails: '* --policy missing proxy' })

  expect([status, output]).toEqual([1, expect.stringContaining('the image of the proxy cannot be pulled: nothing was')])
  expect(machine.running()).toEqual(servicesOf('1.0.0'))
})
