import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { addLogFields, createLog, withLogFields } from './log.ts'

const token = '123456789:AAF3kq9ZrT7xWv2LmN8pQs4YbHc6DeGjKtU'

function openLog() {
  const written: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
  return { log: createLog('test', 'info', sink), written }
}

test('a line without a message has its event as message, and is an error only with an error', () => {
  const { log, written } = openLog()

  log.info({ event: 'signed-in', by: 'password' })
  log.error({ err: new Error('private') })
  log.info({ port: 3000 })
  log.info('closed')

  expect(written.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'signed-in',
    'error',
    'event',
    'closed',
  ])
})

test('lines of one request contain its fields, others do not', async () => {
  const { log, written } = openLog()

  await withLogFields({ requestId: 'a-1' }, async () => {
    await Promise.resolve()
    log.info({ event: 'inside' })
  })
  log.info({ event: 'outside' })

  expect(written.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)).toEqual(['a-1', undefined])
})

test('fields added during a request are on its later lines alone', async () => {
  const { log, written } = openLog()
  const handle = (order: string) =>
    withLogFields({ requestId: order }, async () => {
      log.info({ event: 'before' })
      await Promise.resolve()
      addLogFields({ order })
      await Promise.resolve()
      log.info({ event: 'after' })
    })

  addLogFields({ order: 'of no request' })
  await Promise.all([handle('a'), handle('b')])

  const lines = written.map((line) => JSON.parse(line) as { msg: string; requestId: string; order?: string })
  expect(lines.map(({ msg, requestId, order }) => [msg, requestId, order])).toEqual([
    ['before', 'a', undefined],
    ['before', 'b', undefined],
    ['after', 'a', 'a'],
    ['after', 'b', 'b'],
  ])
})

test('the log redacts the token', () => {
  const { log, written } = openLog()

  log.error({ err: new Error(`request to https://api.telegram.org/bot${token}/sendMessage failed`) })

  expect(written.join('')).toContain('<token>')
  expect(written.join('')).not.toContain(token)
})

test('a database error is logged with its code and without its bindings', () => {
  const { log, written } = openLog()
  const err = new Error('insert into "orders" values (Олена, +380501234567) - duplicate key value')
  Object.assign(err, {
    severity: 'ERROR',
    code: '23505',
    constraint: 'orders_pkey',
    detail: 'Key (phone)=(+380501234567)',
  })

  log.error({ err })

  const line = JSON.parse(written.join('')) as { err: object }
  expect(line.err).toMatchObject({ message: 'duplicate key value', code: '23505', constraint: 'orders_pkey' })
  expect(written.join('')).not.toMatch(/Олена|380501234567/)
})
