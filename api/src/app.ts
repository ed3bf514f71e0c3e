import type { RequestListener } from 'node:http'
import type { OrderVersions } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import express, { type Express } from 'express'
import { accountRoutes } from './accounts/account-routes.ts'
import type { BotAddress } from './accounts/bot-links.ts'
import type { PasswordCost } from './accounts/password-hasher.ts'
import { invitationAcceptRoutes } from './accounts/invitation-routes.ts'
import { navigationRoutes } from './accounts/navigation-routes.ts'
import { createAccountsContext } from './accounts/accounts.ts'
import type { EncryptionSecrets } from './accounts/encryption.ts'
import { secondFactorRoutes } from './accounts/second-factor-routes.ts'
import { settingsRoutes } from './accounts/settings-routes.ts'
import { type ProviderSettings, createProviderClients } from './accounts/providers/provider-client.ts'
import { unsubscribeRoutes } from './accounts/unsubscribe-routes.ts'
import { telegramRoutes } from './accounts/telegram-routes.ts'
import { providerNavigations, providerRoutes } from './accounts/providers/provider-routes.ts'
import { cardRoutes } from './cards/card-routes.ts'
import { staffCategoryRoutes } from './admin/category-routes.ts'
import { staffDrinkRoutes } from './admin/drink-routes.ts'
import { staffPackageRoutes } from './admin/package-routes.ts'
import { shopSettingsRoutes } from './admin/shop-settings-routes.ts'
import { staffStockRoutes } from './admin/stock-routes.ts'
import { staffSynonymRoutes } from './admin/synonym-routes.ts'
import { productTableRoutes } from './admin/product-table-routes.ts'
import { staffProductRoutes } from './admin/product-routes.ts'
import { infoPageRoutes } from './admin/info-page-routes.ts'
import { auditRoutes } from './admin/audit-routes.ts'
import { auditDeniedAccess } from './admin/audit-denied-access.ts'
import type { OrderFeed } from './admin/order-feed.ts'
import { replyRoutes } from './admin/reply-routes.ts'
import { figureRoutes } from './admin/figures/figure-routes.ts'
import { staffOrderRoutes } from './admin/order-routes.ts'
import { invitationRoutes } from './admin/invitation-routes.ts'
import { userRoutes } from './admin/user-routes.ts'
import { cartRoutes } from './cart/cart-routes.ts'
import { readCartLines } from './cart/cart-store.ts'
import { catalogueReads } from './catalogue/catalogue-routes.ts'
import type { LiveCatalogue } from './catalogue/live-catalogue.ts'
import { favouriteRoutes } from './favourites/favourite-routes.ts'
import { readLikedIds } from './favourites/like-store.ts'
import { createCachedUrls } from './http/cached-urls.ts'
import { clientAddressRoutes } from './http/client-address-routes.ts'
import { createErrorHandler } from './http/error-handler.ts'
import { jsonBody, addResponseHeaders, openRequest, requireSameOrigin } from './http/request-guards.ts'
import { logRequests } from './http/log-request.ts'
import { createRateLimiter, limitRequests, type RateLimits, defaultRateLimits } from './http/rate-limiter.ts'
import { documentRoutes } from './http/document-routes.ts'
import { Refusal } from './http/refusal.ts'
import type { Log } from '@tsedra/service/log'
import { incomingRoutes } from './images/incoming-routes.ts'
import type { OpenedStore } from './images/open-store.ts'
import { createPictures } from './images/pictures.ts'
import { uploadRoutes } from './images/upload-routes.ts'
import { createPageHandler } from './pages/page-routes.ts'
import { searchCountRoutes } from './search-counts/search-count-routes.ts'
import type { Metrics } from '@tsedra/service/metrics'
import { readCustomerOrders } from './orders/customer-orders.ts'
import type { OrderLimits } from './orders/order-limits.ts'
import { orderRoutes } from './orders/order-routes.ts'

export interface AppDeps {
  db: Db
  catalogue: LiveCatalogue
  orderFeed: OrderFeed
  log: Log
  metrics: Metrics
  trustProxy: string | number
  publicOrigin: string
  /** Directory of the built page. */
  pageDir: string
  production?: boolean
  addressSecret: string
  codeSecret: string
  sessionSecrets: EncryptionSecrets
  bot?: BotAddress | undefined
  passwordCost: PasswordCost
  providers: ProviderSettings
  images: OpenedStore
  imageHosts: readonly string[]
  orderLimits?: Partial<OrderLimits>
  rateLimits?: Partial<RateLimits>
  orderVersions?: OrderVersions
}

export interface App {
  /** Handles every request: cached responses are sent without Express, which would take more time than sending them. */
  listener: RequestListener
  express: Express
}

/** Creates the application from its parts (composition root); it does not listen on a port yet. */
export function createApp(deps: AppDeps): App {
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
  const accounts = createAccountsContext(deps)
  const pictures = createPictures({ db, store: images.store, publicOrigin, imageHosts })
  const clients = createProviderClients(deps.providers, publicOrigin)
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.set('query parser', 'simple')
  app.set(
    'trust proxy',
    typeof trustProxy === 'string' ? trustProxy.split(',').map((proxy) => proxy.trim()) : trustProxy,
  )

  const { all, search, cards, searchCounts, orders } = { ...defaultRateLimits, ...deps.rateLimits }
  const cachedUrls = createCachedUrls()
  // mutation test: request-rate-limit
  app.use(limitRequests(createRateLimiter(all), createRateLimiter(orders)))
  app.use(createPageHandler({ ...deps, cachedUrls }))
  app.use(openRequest)
  app.use(catalogueReads(catalogue, cachedUrls, createRateLimiter(search)))
  app.use(addResponseHeaders)
  app.use(cardRoutes({ catalogue, store: images.store, limiter: createRateLimiter(cards) }))
  app.use(providerNavigations(accounts, clients))
  app.use(unsubscribeRoutes(deps))
  if (images.disk) app.use(incomingRoutes(images.disk))
  app.use(requireSameOrigin(publicOrigin))
  app.use(accounts.sessions.attach)
  app.use(jsonBody)
  app.use(orderRoutes({ db, log, addressSecret, ...(limits && { limits }), ...(versions && { versions }) }))
  app.use(accountRoutes(accounts))
  app.use(
    settingsRoutes({
      ...accounts,
      readCustomerData: async (userId, language) => ({
        likedProductIds: await readLikedIds(db, userId),
        cart: await readCartLines(db, userId),
        orders: await readCustomerOrders(db, userId, language),
      }),
    }),
  )
  app.use(telegramRoutes(accounts))
  app.use(secondFactorRoutes(accounts))
  app.use(providerRoutes(accounts, clients, { phone: deps.bot !== undefined }))
  app.use(invitationAcceptRoutes(accounts))
  app.use(navigationRoutes(accounts))
  app.use(favouriteRoutes({ ...accounts, catalogue }))
  app.use(cartRoutes({ ...accounts, catalogue }))
  app.use(productTableRoutes({ db, pictures, catalogue }))
  app.use(staffProductRoutes({ db, pictures, catalogue }))
  app.use(staffCategoryRoutes({ db, pictures, catalogue }))
  app.use(staffDrinkRoutes({ db, catalogue }))
  app.use(staffSynonymRoutes({ db, catalogue }))
  app.use(shopSettingsRoutes({ db, catalogue, pictures }))
  app.use(staffPackageRoutes({ db, catalogue }))
  app.use(staffStockRoutes({ db, catalogue }))
  app.use(infoPageRoutes({ db, catalogue }))
  app.use(uploadRoutes({ ...accounts, pictures }))
  app.use(staffOrderRoutes(deps))
  app.use(replyRoutes({ db }))
  app.use(figureRoutes({ db }))
  app.use(userRoutes(deps))
  app.use(invitationRoutes(accounts))
  app.use(auditRoutes(deps))
  app.use(searchCountRoutes({ db, limiter: createRateLimiter(searchCounts) }))
  app.use(clientAddressRoutes())
  app.use(documentRoutes())
  app.use(() => {
    throw new Refusal('not_found', 'No such address.')
  })
  app.use(auditDeniedAccess(accounts))
  app.use(createErrorHandler(log, deps.metrics))

  const listener = logRequests((req, res) => {
    if (!cachedUrls.serve(req, res)) app(req, res)
  }, log)
  return { listener, express: app }
}
