import { expect, test } from 'vitest'
import { type Check, CheckFailure, runChecks } from './checks.ts'

const createCheck = (name: string, run: Check['run']): Check => ({ name, run, fix: 'Restart it.' })

async function run(checks: readonly Check[], secrets: string[] = [], allowsOutages = false) {
  const lines: string[] = []
  const write = (text: string) => void lines.push(text)
  const passed = await runChecks(checks, { write, secrets, allowsOutages, timeoutMs: 50 })
  return { passed, text: lines.join('') }
}

test('each check has a line in the order of the checks, and a failed one has its fix', async () => {
  const { passed, text } = await run([
    createCheck('one', () => new Promise((resolve) => setTimeout(() => resolve('1 ms apart'), 5))),
    createCheck('two', async () => {
      throw new CheckFailure('it is closed', 'Open it.')
    }),
    createCheck('three', async () => {
      throw Object.assign(new Error('connect failed\nwith details'), { code: 'ECONNREFUSED' })
    }),
    createCheck('four', async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }) })
    }),
  ])

  expect(passed).toBe(false)
  expect(text).toBe(
    [
      'ok    one: 1 ms apart',
      'FAIL  two: it is closed',
      '      Open it.',
      'FAIL  three: ECONNREFUSED connect failed',
      '      Restart it.',
      'FAIL  four: ENOTFOUND no such name',
      '      Restart it.',
      '',
    ].join('\n'),
  )
})

test('all checks pass', async () => {
  expect(await run([createCheck('one', async () => 'there')])).toEqual({ passed: true, text: 'ok    one: there\n' })
})

test('a check without a result ends after its own timeout, aborts its work and delays no other', async () => {
  let aborted = false
  const { passed, text } = await run([
    createCheck('silent', (signal) => {
      signal.addEventListener('abort', () => (aborted = true))
      return new Promise(() => {})
    }),
    createCheck('other', async () => 'there'),
  ])

  expect([passed, aborted]).toEqual([false, true])
  expect(text).toBe('FAIL  silent: no result within 0.05 s\n      Restart it.\nok    other: there\n')
})

// catches mutation: only-outages-warn
test('an outage elsewhere is a warning when outages are allowed; a wrong setting and a part of the shop still fail', async () => {
  const external = (name: string, run: Check['run']) => ({ ...createCheck(name, run), isExternal: true })
  const refuse = async () => {
    throw new Error('ECONNREFUSED')
  }
  const outages = [external('Telegram', refuse), external('mail', () => new Promise(() => {}))]
  const wrongSetting = external('Telegram', async () => {
    throw new CheckFailure('the token is rejected', 'Take another one.')
  })

  expect((await run(outages)).passed).toBe(false)
  expect(await run(outages, [], true)).toEqual({
    passed: true,
    text: 'WARN  Telegram: ECONNREFUSED\n      Restart it.\nWARN  mail: no result within 0.05 s\n      Restart it.\n',
  })
  expect(await run([...outages, wrongSetting], [], true)).toMatchObject({
    passed: false,
    text: expect.stringContaining('FAIL  Telegram: the token is rejected\n'),
  })
  expect(await run([...outages, createCheck('Redis', refuse)], [], true)).toMatchObject({
    passed: false,
    text: expect.stringContaining('FAIL  Redis: ECONNREFUSED\n'),
  })
})

test('secrets are not written, not even as a part of a URL', async () => {
  const { text } = await run(
    [
      createCheck('one', async () => {
        throw new Error('request to https://api.telegram.org/bot1:ab/c%2Fd failed, c/d')
      }),
    ],
    ['1:ab', 'c/d'],
  )

  expect(text).toContain('https://api.telegram.org/bot***/*** failed, ***')
})
