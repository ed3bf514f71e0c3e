import type { OrderVersions } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import express, { type Express } from 'express'
import { accountRoutes } from './accounts/account-routes.ts'
import type { BotAddress } from './accounts/bot-links.ts'
import type { PasswordCost } from './accounts/hasher.ts'
import { navigationRoutes } from './accounts/navigation-routes.ts'
import { createPeople } from './accounts/people.ts'
import type { Secrets } from './accounts/seals.ts'
import { secondFactorRoutes } from './accounts/second-factor-routes.ts'
import { settingsRoutes } from './accounts/settings-routes.ts'
import { type ThirdPartySettings, thirdPartyClients } from './accounts/third-parties/client.ts'
import { telegramRoutes } from './accounts/telegram-routes.ts'
import { thirdPartyNavigations, thirdPartyRoutes } from './accounts/third-parties/routes.ts'
import { staffCategoryRoutes } from './admin/category-routes.ts'
import { productTableRoutes } from './admin/product-table-routes.ts'
import { staffProductRoutes } from './admin/product-routes.ts'
import { auditRoutes } from './admin/audit-routes.ts'
import { noteDenied } from './admin/note-denied.ts'
import type { OrderFeed } from './admin/order-feed.ts'
import { staffOrderRoutes } from './admin/order-routes.ts'
import { userRoutes } from './admin/user-routes.ts'
import { cartRoutes } from './cart/cart-routes.ts'
import { cartLines } from './cart/cart-store.ts'
import { catalogueReads } from './catalogue/catalogue-routes.ts'
import type { LiveCatalogue } from './catalogue/live-catalogue.ts'
import { favouriteRoutes } from './favourites/favourite-routes.ts'
import { likedIds } from './favourites/like-store.ts'
import { answerErrors } from './http/answer-errors.ts'
import { jsonBody, markAnswer, openCall, sameSiteOnly } from './http/guard.ts'
import { logRequest } from './http/log-request.ts'
import { createRate, limitCalls, type RateLimits, rateLimits } from './http/rates.ts'
import { documentRoutes } from './http/document-routes.ts'
import { Refusal } from './http/refusal.ts'
import type { Log } from '@tsedra/service/log'
import { incomingRoutes } from './images/incoming-routes.ts'
import type { OpenedStore } from './images/open-store.ts'
import { createPictures } from './images/pictures.ts'
import { uploadRoutes } from './images/upload-routes.ts'
import { pages } from './pages/page-routes.ts'
import type { Metrics } from '@tsedra/service/metrics'
import { ordersOf } from './orders/my-orders.ts'
import type { OrderLimits } from './orders/order-limits.ts'
import { orderRoutes } from './orders/order-routes.ts'

export interface Deps {
  db: Db
  catalogue: LiveCatalogue
  orderFeed: OrderFeed
  log: Log
  metrics: Metrics
  trustProxy: string | number
  publicOrigin: string
  /** Holds the built page. */
  pageDir: string
  addressSecret: string
  codeSecret: string
  sessionSecrets: Secrets
  bot?: BotAddress | undefined
  passwordCost: PasswordCost
  thirdParties: ThirdPartySettings
  images: OpenedStore
  imageHosts: readonly string[]
  orderLimits?: Partial<OrderLimits>
  rateLimits?: Partial<RateLimits>
  orderVersions?: OrderVersions
}

/** The composition root: every part is made here, and nothing listens yet. */
export function createApp(deps: Deps): Express {
  const {
    db,
    catalogue,
    log,
    trustProxy,
    publicOrigin,
    addressSecret,
    images,
    imageHosts,
    orderLimits: limits,
    orderVersions: versions,
  } = deps
  const people = createPeople(deps)
  const pictures = createPictures({ db, store: images.store, publicOrigin, imageHosts })
  const clients = thirdPartyClients(deps.thirdParties, publicOrigin)
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('query parser', 'simple')
  app.set('trust proxy', typeof trustProxy === 'string' ? trustProxy.split(',').map((each) => each.trim()) : trustProxy)

  const { all, search, orders } = { ...rateLimits, ...deps.rateLimits }
  const { answerKnown, routes } = catalogueReads(catalogue, createRate(search))
  if (log.isLevelEnabled('debug')) app.use(logRequest(log))
  app.use(answerKnown)
  // mutation test: request-rate-limit
  app.use(limitCalls(createRate(all), createRate(orders)))
  app.use(pages(deps))
  app.use(openCall)
  app.use(routes)
  app.use(markAnswer)
  app.use(thirdPartyNavigations(people, clients))
  if (images.disk) app.use(incomingRoutes(images.disk))
  app.use(sameSiteOnly(publicOrigin))
  app.use(people.sessions.attach)
  app.use(jsonBody)
  app.use(orderRoutes({ db, log, addressSecret, ...(limits && { limits }), ...(versions && { versions }) }))
  app.use(accountRoutes(people))
  app.use(
    settingsRoutes({
      ...people,
      readCustomerData: async (userId, language) => ({
        likedProductIds: await likedIds(db, userId),
        cart: await cartLines(db, userId),
        orders: await ordersOf(db, userId, language),
      }),
    }),
  )
  app.use(telegramRoutes(people))
  app.use(secondFactorRoutes(people))
  app.use(thirdPartyRoutes(people, clients, { phone: deps.bot !== undefined }))
  app.use(navigationRoutes(people))
  app.use(favouriteRoutes({ ...people, catalogue }))
  app.use(cartRoutes({ ...people, catalogue }))
  app.use(productTableRoutes({ db, pictures, catalogue }))
  app.use(staffProductRoutes({ db, pictures, catalogue }))
  app.use(staffCategoryRoutes({ db, pictures, catalogue }))
  app.use(uploadRoutes({ ...people, pictures }))
  app.use(staffOrderRoutes(deps))
  app.use(userRoutes(deps))
  app.use(auditRoutes(deps))
  app.use(documentRoutes())
  app.use(() => {
    throw new Refusal('not_found', 'No such address.')
  })
  app.use(noteDenied(people))
  app.use(answerErrors(log, deps.metrics))
  return app
}
