import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { openFeed, openJournal, sendJson, sendPage, serveLocally } from '../web.ts'

export interface Mail {
  id: number
  at: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
}

export interface MailOptions {
  /** The page. */
  port: number
  smtpPort: number
  dataFile?: string | undefined
}

const KEPT = 500
const LARGEST = 5_000_000

/** Takes every mail and delivers none: they are read on a page. */
export async function startMail({ port, smtpPort, dataFile }: MailOptions) {
  const journal = openJournal<Mail>(dataFile)
  const feed = openFeed()
  const mails = journal.before.slice(-KEPT)
  let lastId = mails.at(-1)?.id ?? 0

  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: LARGEST,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        take(
          Buffer.concat(chunks),
          session.envelope.rcptTo.map(({ address }) => address),
        ).then(
          () => done(),
          (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
        )
      })
    },
  })
  smtp.on('error', () => {})

  async function take(raw: Buffer, to: string[]): Promise<void> {
    const { from, subject = '', text = '', html = '' } = await PostalMime.parse(raw)
    const mail = { id: ++lastId, at: new Date().toISOString(), from: from?.address ?? '', to, subject, text, html }
    mails.push(mail)
    if (mails.length > KEPT) mails.shift()
    journal.write(mail)
    feed.tell('mail', mail)
  }

  const smtpServer = smtp.listen(smtpPort, '127.0.0.1')
  await once(smtpServer, 'listening')
  const address = smtpServer.address()
  const server = await serveLocally(port, (req, res) => {
    if (req.url === '/') return sendPage(res, new URL('page.html', import.meta.url))
    if (req.url === '/control/messages') return sendJson(res, 200, mails)
    if (req.url === '/control/events') return feed.listen(res)
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
