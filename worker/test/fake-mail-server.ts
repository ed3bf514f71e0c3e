import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedEmail {
  to: string[]
  from: string
  subject: string
  text: string
  html: string
  /** By lower-case name. */
  headers: Map<string, string>
}

export interface FakeMailServer extends AsyncDisposable {
  port: number
  emails: ReceivedEmail[]
}

/** Opens a mail server that accepts every e-mail, by default on a free port. */
export async function openFakeMailServer(port = 0): Promise<FakeMailServer> {
  const emails: ReceivedEmail[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(({ from, subject = '', text = '', html = '', headers }) => {
          const to = session.envelope.rcptTo.map(({ address }) => address)
          emails.push({
            to,
            from: from?.address ?? '',
            subject,
            text,
            html,
            headers: new Map(headers.map(({ key, value }) => [key, value])),
          })
          callback()
        })
      })
    },
  })
  smtp.on('error', () => {})
  const server = smtp.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as { port: number }).port,
    emails,
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => smtp.close(() => closed())),
  }
}
