import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFields, sendJson, sendPage, serveOnLoopback } from '../fake-server.ts'
import type { AppleClient } from './apple-client-secret.ts'
import { createFakeProvider, type ProviderName, providerNames } from './fake-provider.ts'
import { parseProviderUser } from './provider-user.ts'

export interface FakeProvidersOptions {
  port: number
  /** Where the shop's page is; on another site than this, or Apple's form would not be cross-site. */
  shopOrigin: string
  google: { id: string; secret: string }
  apple: AppleClient
}

/** Serves the fakes of Google and Apple: `/google` and `/apple` are two independent OpenID providers. */
export async function startFakeProviders({ port, shopOrigin, google, apple }: FakeProvidersOptions) {
  const server = await serveOnLoopback(port, (req, res) => {
    handleRequest(req, res).catch((error: unknown) => {
      if (!res.headersSent) sendJson(res, 400, { message: String(error) })
    })
  })

  const baseUrl = `http://127.0.0.1:${server.port}`
  const createProvider = (name: ProviderName, client: typeof google | AppleClient) =>
    createFakeProvider({ name, issuer: `${baseUrl}/${name}`, shopOrigin, client })
  const providers = { google: createProvider('google', google), apple: createProvider('apple', apple) }

  async function handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = req.url ?? '/'
    const name = providerNames.find((candidate) => url.startsWith(`/${candidate}/`))
    if (!name) return sendPage(res, new URL('page.html', import.meta.url))
    const fakeProvider = providers[name]
    if (fakeProvider.faults.isUnavailable) return sendJson(res, 503, { message: 'away' })
    if (url.startsWith(`/${name}/interaction/`)) return handleInteraction(fakeProvider, req, res)
    // The provider is mounted below its name and finds out from both addresses.
    Object.assign(req, { originalUrl: url, url: url.slice(name.length + 1) })
    await fakeProvider.provider.callback()(req, res)
  }

  /** Serves the identity form and handles its submission. */
  async function handleInteraction(
    { provider, registerUser }: ReturnType<typeof createFakeProvider>,
    req: IncomingMessage,
    res: ServerResponse,
  ) {
    if (req.method !== 'POST') return sendPage(res, new URL('page.html', import.meta.url))
    const fields = await readFields(req)
    if (fields['cancel']) {
      return provider.interactionFinished(req, res, { error: 'access_denied', error_description: 'No.' })
    }
    const user = parseProviderUser(fields)
    registerUser(user)
    return provider.interactionFinished(req, res, { login: { accountId: user.sub }, select_account: {} })
  }

  return { ...providers, root: baseUrl, port: server.port, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
