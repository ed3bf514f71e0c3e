import { type Check, CheckFailure } from '@tsedra/service/checks'

/** TOTP codes allow half a minute; the Date of a response has whole seconds. */
const MAX_OFFSET_MS = 10_000

/** Compares the clock of this machine with the Date of a response from outside. */
export function checkClock(url: string): Check {
  return {
    name: 'clock',
    isExternal: true,
    fix: `A response of ${new URL(url).host} is needed to compare the clock with.`,
    async run(signal) {
      const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal })
      const offsetMs = Date.now() - Date.parse(response.headers.get('date') ?? '')
      if (Number.isNaN(offsetMs)) throw new Error('no Date in the response')
      if (Math.abs(offsetMs) > MAX_OFFSET_MS) {
        throw new CheckFailure(
          `this machine is ${Math.round(offsetMs / 1_000)} s ahead of ${new URL(url).host}`,
          'Correct the clock of this machine: `timedatectl set-ntp true`. Sign-in codes and picture uploads fail with a wrong one.',
        )
      }
      return `${Math.round(offsetMs / 1_000)} s ahead of ${new URL(url).host}`
    },
  }
}
