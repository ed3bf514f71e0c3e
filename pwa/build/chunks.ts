/**
 * The chunks of the page, described by folder. Files that are needed together share one chunk: many small files compress
 * worse, and each is a round trip when the service worker fetches the shell, three at a time in Chromium.
 *
 * The first matching pattern wins, and its chunk includes the imports of its modules unless an earlier chunk has them. So a
 * chunk imports earlier ones only.
 */
const chunks = {
  /** The first load: all that the entry imports statically. */
  core: /pwa\/src\/app\/main\.tsx$|api\/contract\/src\/page-title\.ts$/,
  /** Stock of packages, for the local catalogue and for screens: neither waits for the other. */
  stock: /api\/contract\/src\/(?:stock|kyiv-day)\.ts$/,
  /** Schemas of the catalogue with zod: the first sync validates with them, and must not evaluate order screens for it. */
  schemas: /node_modules\/zod\/|api\/contract\/src\/snapshot\.ts$/,
  /** Small modules that several lazy chunks share: in one of these chunks, the others would wait for all of it. */
  shared:
    /pwa\/src\/(?:catalogue\/(?:PriceAge|StockText)|storefront\/light\/(?:Light|use-is-dark)|shared\/(?:copy-to-clipboard|i18n\/format-date-time|last-order-changes|recent-searches|shop-contacts|ui\/(?:EmptyState|OrderNumberText|QuantityField)))/,
  /** Account data, needed by the first tap on a heart or on "add to cart". */
  account: /pwa\/src\/(?:(?:session|favourites|cart)\/[^/]+\.ts$|app\/account-sync\/)/,
  /** Lists with the page of a category: the HTML of that page waits for one style sheet. */
  list: /pwa\/src\/storefront\/(?:list\/|CategoryPage|category\.css)/,
  /** Pages of drinks, the links to them on the home page, and what a product's page mounts when it is idle. */
  drinks: /pwa\/src\/storefront\/(?:(?:count|drinks)\/|light\/HoldToLight)/,
  dexie: /node_modules\/dexie\//,
  /** The local catalogue, which the boot script preloads. */
  catalogue: /pwa\/src\/catalogue\/local\//,
  /** Installs, updates and synchronises; loaded when the page is idle. */
  sync: /pwa\/src\/app\/sync\//,
  /** The outbox, without its screens. */
  outbox: /pwa\/src\/(?:app\/outbox-sync|cart\/checkout|outbox)\//,
  overlays: /pwa\/src\/(?:app\/overlays|cart|favourites|storefront\/zoom)\//,
  pages: /pwa\/src\/(?:info|storefront\/(?:filters|search(?!\/suggestions)))\//,
  /** Suggestions while a search is typed; loaded when the field is focused. */
  suggestions: /pwa\/src\/storefront\/search\/suggestions\//,
  /** The last order on the home page, which needs no outbox. */
  reorder: /pwa\/src\/(?:home\/last-order|orders\/reorder)\//,
  /** From the order form to the page with its outcome: offline, no chunk can be fetched in between. */
  orders: /pwa\/src\/(?:orders|pending)\//,
  accounts: /pwa\/src\/(?:accounts|profile|settings)\//,
} satisfies Record<string, RegExp>

/** Texts that the first screen does not need: one chunk per language. */
const texts =
  /pwa\/src\/(?:shared\/i18n\/locales\/(?:list|search|orders|accounts)\.|info\/texts\/)(ua|ru|en)\.(?:json|ts)$/

/** The groups in Rolldown's format: https://rolldown.rs/reference/outputoptions.codesplitting */
export const chunkGroups = [
  { test: texts, name: (id: string) => `texts.${texts.exec(id)?.[1]}`, priority: Object.keys(chunks).length + 2 },
  ...Object.entries(chunks).map(([name, test], index, entries) => ({
    name,
    test,
    priority: entries.length - index + 1,
  })),
]
