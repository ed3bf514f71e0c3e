import * as accounts from './accounts.ts'
import * as cart from './cart.ts'
import * as catalogue from './catalogue.ts'
import type { Endpoint } from './endpoint.ts'
import * as favourites from './favourites.ts'
import * as orders from './orders.ts'
import * as settings from './settings.ts'
import * as thirdParties from './third-parties.ts'

/** Every call of the API: the inventory that the API document and the route tests are made from. */
export const endpoints: readonly Endpoint[] = [
  catalogue.listCategories,
  catalogue.getCategory,
  catalogue.listProducts,
  catalogue.getProduct,
  catalogue.getCatalogue,
  orders.placeOrder,
  orders.getOrder,
  orders.cancelOrder,
  orders.followOrder,
  orders.myOrders,
  accounts.currentUser,
  accounts.register,
  accounts.verify,
  accounts.resendCode,
  accounts.login,
  accounts.logout,
  accounts.requestReset,
  accounts.confirmReset,
  accounts.verificationStatus,
  accounts.setUpSecondFactor,
  accounts.confirmSecondFactor,
  thirdParties.signInMethods,
  thirdParties.linkThirdParty,
  thirdParties.untieThirdParty,
  settings.changeProfile,
  settings.changePassword,
  settings.changeIdentity,
  settings.listSessions,
  settings.endSessions,
  settings.tieTelegram,
  settings.untieTelegram,
  settings.downloadData,
  settings.deleteAccount,
  favourites.likeProduct,
  favourites.likedProducts,
  cart.getCart,
  cart.addToCart,
  cart.setCartQuantity,
  cart.removeFromCart,
  cart.clearCart,
]

/** What browsers navigate to: these answer with a redirect, never with JSON. Third parties only where they are set. */
export const navigations = [
  'GET /api/login',
  'GET /api/logout',
  'GET /api/auth/google',
  'GET /api/auth/google/callback',
  'GET /api/auth/apple',
  'POST /api/auth/apple/callback',
] as const
