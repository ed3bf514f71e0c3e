import { type Language, parseLanguage } from '@tsedra/contract/language'
import type { Router } from 'express'
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import { Refusal, tooManyRequests } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import type { ImageStore } from '../images/image-store.ts'
import { createCardDrawer } from './card-drawer.ts'
import { buildCardPath, type CardKind, describeProductCard, describeShopCard } from './share-card.ts'

const fileNamePattern = /^([a-z0-9-]{1,255})\.[0-9a-f]{12}\.jpg$/

interface Deps {
  catalogue: LiveCatalogue
  store: ImageStore
  /** Rate limit of drawings; cached cards do not count. */
  limiter: RateLimiter
}

/**
 * Serves the previews of links, drawn on first request. Only the present content of a product or the shop is drawn: an
 * address with another hash redirects to it.
 */
export function cardRoutes({ catalogue, store, limiter }: Deps): Router {
  const router = createRouter()
  const drawCard = createCardDrawer({ store })

  router.get('/api/cards/:lang/:kind/:file', async (req, res) => {
    const lang = parseLanguage(req.params.lang)
    const kind = parseKind(req.params.kind)
    const name = fileNamePattern.exec(req.params.file)?.[1]
    const card = lang && kind && name && describeCard(kind, name, lang)
    if (!card) throw new Refusal('not_found', 'No such card.')
    const path = buildCardPath(kind, name, lang, card)
    // mutation test: card-only-of-present-content
    if (path !== req.path) {
      res.set('Cache-Control', 'public, no-cache').redirect(302, path)
      return
    }
    const bytes = await drawCard(path, card, () => {
      const waitS = limiter(req)
      // mutation test: card-rate-limit
      if (waitS > 0) throw tooManyRequests(waitS)
    })
    const headers = {
      'Content-Type': 'image/jpeg',
      'Content-Length': bytes.length,
      // The address changes with the content.
      'Cache-Control': 'public, max-age=31536000, immutable',
      // Web clients of chats show it on their own pages.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }
    res.writeHead(200, headers).end(bytes)
  })
  return router

  function describeCard(kind: CardKind, name: string, lang: Language) {
    if (kind === 'product') return describeProductCard(catalogue.current, name, lang)
    return name === 'shop' ? describeShopCard(catalogue.current, lang) : undefined
  }
}

const parseKind = (text: string): CardKind | undefined => (text === 'product' || text === 'shop' ? text : undefined)
