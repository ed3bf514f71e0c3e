import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { startFakeMail } from './server.ts'

const emailLines = [
  'From: shop@example.com',
  'To: olena@example.com',
  'Subject: =?utf-8?B?0JrQvtC0?=',
  'Content-Type: text/plain; charset=utf-8',
  '',
  '123456',
  '.',
]

test('a mail that the shop sends is read on the page', async () => {
  await using mail = await startFakeMail({ port: 0, smtpPort: 0 })

  await talkSmtp(mail.smtpPort, [
    ['EHLO shop'],
    ['MAIL FROM:<shop@example.com>'],
    ['RCPT TO:<olena@example.com>'],
    ['DATA'],
    emailLines,
    ['QUIT'],
  ])

  const response = await fetch(`http://127.0.0.1:${mail.port}/control/messages`)
  expect(await response.json()).toMatchObject([
    { from: 'shop@example.com', to: ['olena@example.com'], subject: 'Код', text: '123456\n' },
  ])
})

/** SMTP as it is: one turn, then the answer of the other side. */
async function talkSmtp(port: number, steps: string[][]): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const closed = once(socket, 'close')
  const responses = createInterface({ input: socket })
  let stepIndex = 0
  responses.on('line', (line) => {
    // A hyphen after the code announces more lines.
    if (line[3] === '-') return
    const lines = steps[stepIndex++]
    if (lines) socket.write(`${lines.join('\r\n')}\r\n`)
    else socket.end()
  })
  await closed
}
