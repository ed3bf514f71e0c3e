import * as accounts from './accounts.ts'
import * as adminCatalogue from './admin-catalogue.ts'
import * as adminDrinks from './admin-drinks.ts'
import * as adminAmendments from './admin-amendments.ts'
import * as adminEnteredOrders from './admin-entered-orders.ts'
import * as adminAudit from './admin-audit.ts'
import * as adminFigures from './admin-figures.ts'
import * as adminPackages from './admin-packages.ts'
import * as adminStock from './admin-stock.ts'
import * as adminSynonyms from './admin-synonyms.ts'
import * as adminOrders from './admin-orders.ts'
import * as adminPicking from './admin-picking.ts'
import * as adminInvitations from './admin-invitations.ts'
import * as adminReplies from './admin-replies.ts'
import * as adminUsers from './admin-users.ts'
import * as cart from './cart.ts'
import * as catalogue from './catalogue.ts'
import * as clientAddress from './client-address.ts'
import * as drinks from './drinks.ts'
import type { Endpoint } from './endpoint.ts'
import * as favourites from './favourites.ts'
import * as infoPages from './info-pages.ts'
import * as invitations from './invitations.ts'
import * as orders from './orders.ts'
import * as searchCounts from './search-counts.ts'
import * as productTable from './product-table.ts'
import * as snapshot from './snapshot.ts'
import * as settings from './settings.ts'
import * as shopSettings from './shop-settings.ts'
import * as providers from './providers.ts'
import * as uploads from './uploads.ts'

/** Every call of the API: the source of the OpenAPI document and of the route tests. */
export const endpoints: readonly Endpoint[] = [
  catalogue.listCategories,
  catalogue.getCategory,
  catalogue.listProducts,
  catalogue.getProduct,
  drinks.listDrinks,
  drinks.getDrink,
  infoPages.getInfoPage,
  snapshot.getCatalogue,
  searchCounts.countSearches,
  clientAddress.getClientAddress,
  orders.placeOrder,
  orders.getOrder,
  orders.cancelOrder,
  orders.linkTelegramToOrder,
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
  invitations.readInvitation,
  invitations.acceptInvitation,
  invitations.joinStaff,
  providers.signInMethods,
  providers.linkProvider,
  providers.unlinkProvider,
  settings.changeProfile,
  settings.changePassword,
  settings.changeIdentity,
  settings.listSessions,
  settings.endSession,
  settings.endSessions,
  settings.linkTelegram,
  settings.unlinkTelegram,
  settings.downloadData,
  settings.deleteAccount,
  favourites.likeProduct,
  favourites.likedProducts,
  cart.getCart,
  cart.addToCart,
  cart.setCartQuantity,
  cart.removeFromCart,
  cart.clearCart,
  adminCatalogue.listStaffProducts,
  adminCatalogue.getStaffProduct,
  adminCatalogue.createProduct,
  adminCatalogue.changeProduct,
  adminCatalogue.deleteProduct,
  adminCatalogue.sortProducts,
  adminCatalogue.setProductsActive,
  adminCatalogue.setProductPrices,
  productTable.exportProducts,
  productTable.importProducts,
  adminCatalogue.listStaffCategories,
  adminCatalogue.getStaffCategory,
  adminCatalogue.createCategory,
  adminCatalogue.changeCategory,
  adminCatalogue.deleteCategory,
  adminCatalogue.sortCategories,
  adminCatalogue.setCategoriesActive,
  adminDrinks.listStaffDrinks,
  adminDrinks.getStaffDrink,
  adminDrinks.createDrink,
  adminDrinks.changeDrink,
  adminDrinks.deleteDrink,
  adminDrinks.sortDrinks,
  adminPackages.getPackages,
  adminPackages.changePackages,
  adminStock.setProductStock,
  adminStock.getStockPolicy,
  adminStock.setStockPolicy,
  adminSynonyms.listSynonyms,
  adminSynonyms.createSynonyms,
  adminSynonyms.changeSynonyms,
  adminSynonyms.deleteSynonyms,
  shopSettings.getShopSettings,
  shopSettings.changeShopSettings,
  infoPages.getStaffInfoPage,
  infoPages.changeInfoPage,
  uploads.createUpload,
  adminOrders.listStaffOrders,
  adminOrders.countPendingOrders,
  adminOrders.getStaffOrder,
  adminOrders.setOrderStatus,
  adminOrders.setOrderStatuses,
  adminOrders.addOrderNote,
  adminAmendments.amendOrder,
  adminEnteredOrders.enterOrder,
  adminReplies.getOrderReplies,
  adminReplies.sendReply,
  adminReplies.listReplyTemplates,
  adminReplies.createReplyTemplate,
  adminReplies.changeReplyTemplate,
  adminReplies.deleteReplyTemplate,
  adminPicking.getPickingList,
  adminOrders.reportOrderPresence,
  adminOrders.exportOrders,
  adminOrders.streamOrderEvents,
  adminFigures.getOrderFigures,
  adminFigures.getAnswerFigures,
  adminFigures.getProductFigures,
  adminFigures.getCustomerFigures,
  adminFigures.getSearchFigures,
  adminFigures.exportFigures,
  adminUsers.listUsers,
  adminUsers.setUserRole,
  adminUsers.setUserActive,
  adminUsers.resetSecondFactor,
  adminUsers.listUserSessions,
  adminUsers.endUserSession,
  adminInvitations.listInvitations,
  adminInvitations.inviteStaff,
  adminInvitations.resendInvitation,
  adminInvitations.revokeInvitation,
  adminAudit.listAudit,
  searchCounts.listSearchCounts,
]

/** Addresses that browsers navigate to: they redirect and never return JSON. Those of a provider exist if it is configured. */
export const navigations = [
  'GET /api/login',
  'GET /api/logout',
  'GET /api/auth/google',
  'GET /api/auth/google/callback',
  'GET /api/auth/apple',
  'POST /api/auth/apple/callback',
  'GET /api/unsubscribe/:token',
  'POST /api/unsubscribe/:token',
] as const
