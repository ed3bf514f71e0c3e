import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { openEventStream, openJsonLines, sendJson, sendPage, serveOnLoopback } from '../fake-server.ts'

export interface Mail {
  id: number
  at: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
}

export interface FakeMailOptions {
  /** The page. */
  port: number
  smtpPort: number
  dataFile?: string | undefined
}

const MAX_MAILS = 500
const MAX_MAIL_BYTES = 5_000_000

/** Takes every mail and delivers none: they are read on a page. */
export async function startFakeMail({ port, smtpPort, dataFile }: FakeMailOptions) {
  const log = openJsonLines<Mail>(dataFile)
  const events = openEventStream()
  const mails = log.entries.slice(-MAX_MAILS)
  let lastId = mails.at(-1)?.id ?? 0

  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_MAIL_BYTES,
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        storeMail(
          Buffer.concat(chunks),
          session.envelope.rcptTo.map(({ address }) => address),
        ).then(
          () => callback(),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        )
      })
    },
  })
  smtp.on('error', () => {})

  async function storeMail(raw: Buffer, to: string[]): Promise<void> {
    const { from, subject = '', text = '', html = '' } = await PostalMime.parse(raw)
    const mail = { id: ++lastId, at: new Date().toISOString(), from: from?.address ?? '', to, subject, text, html }
    mails.push(mail)
    if (mails.length > MAX_MAILS) mails.shift()
    log.append(mail)
    events.send('mail', mail)
  }

  const smtpServer = smtp.listen(smtpPort, '127.0.0.1')
  await once(smtpServer, 'listening')
  const address = smtpServer.address()
  const server = await serveOnLoopback(port, (req, res) => {
    if (req.url === '/') return sendPage(res, new URL('page.html', import.meta.url))
    if (req.url === '/control/messages') return sendJson(res, 200, mails)
    if (req.url === '/control/events') return events.subscribe(res)
    sendJson(res, 404, { message: 'There is no such page.' })
  })
  return {
    port: server.port,
    smtpPort: typeof address === 'object' && address ? address.port : smtpPort,
    mails,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await new Promise<void>((resolve) => smtp.close(resolve))
    },
  }
}
