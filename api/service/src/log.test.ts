import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

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

test('the log never tells the token', () => {
  const { log, written } = openLog()

  log.error({ err: new Error(`request to https://api.telegram.org/bot${token}/sendMessage failed`) })

  expect(written.join('')).toContain('<token>')
  expect(written.join('')).not.toContain(token)
})

test('an error of the database tells its code and never its bindings', () => {
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
