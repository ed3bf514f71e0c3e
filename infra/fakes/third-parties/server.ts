import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFields, sendJson, sendPage, serveLocally } from '../web.ts'
import type { AppleClient } from './apple-client.ts'
import { openParty, type PartyName, parties } from './party.ts'
import { personOf } from './person.ts'

export interface ThirdPartiesOptions {
  port: number
  /** Where the shop's page is; on another site than this, or Apple's form would not be cross-site. */
  shopOrigin: string
  google: { id: string; secret: string }
  apple: AppleClient
}

/** Google and Apple as the shop needs them: `/google` and `/apple` are two providers of OpenID that know nothing of each other. */
export async function startThirdParties({ port, shopOrigin, google, apple }: ThirdPartiesOptions) {
  const server = await serveLocally(port, (req, res) => {
    answer(req, res).catch((error: unknown) => {
      if (!res.headersSent) sendJson(res, 400, { message: String(error) })
    })
  })

  const root = `http://127.0.0.1:${server.port}`
  const open = (name: PartyName, client: typeof google | AppleClient) =>
    openParty({ name, issuer: `${root}/${name}`, shopOrigin, client })
  const opened = { google: open('google', google), apple: open('apple', apple) }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = req.url ?? '/'
    const name = parties.find((each) => url.startsWith(`/${each}/`))
    if (!name) return sendPage(res, new URL('page.html', import.meta.url))
    const party = opened[name]
    if (party.faults.isAway) return sendJson(res, 503, { message: 'away' })
    if (url.startsWith(`/${name}/interaction/`)) return choose(party, req, res)
    // The provider is mounted below its name and finds out from both addresses.
    Object.assign(req, { originalUrl: url, url: url.slice(name.length + 1) })
    await party.provider.callback()(req, res)
  }

  /** The page that asks who it is to be, and its answer. */
  async function choose({ provider, meet }: ReturnType<typeof openParty>, req: IncomingMessage, res: ServerResponse) {
    if (req.method !== 'POST') return sendPage(res, new URL('page.html', import.meta.url))
    const fields = await readFields(req)
    if (fields['cancel']) {
      return provider.interactionFinished(req, res, { error: 'access_denied', error_description: 'No.' })
    }
    const person = personOf(fields)
    meet(person)
    return provider.interactionFinished(req, res, { login: { accountId: person.sub }, select_account: {} })
  }

  return { ...opened, root, port: server.port, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
