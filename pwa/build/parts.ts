/**
 * Which file of the built page holds what, by paths. One file for what is wanted together: many small ones compress worse,
 * and each is a round trip when a service worker fetches the shell, which Chromium lets do three at a time.
 *
 * The first that fits wins, and takes along whatever its modules import that no earlier one has: so none imports a later one.
 */
const parts = {
  /** What the first screen is made of. */
  shop: /node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler|@tanstack(?!.*\/(?:queriesObserver|useQueries)\.js)|use-intl(?!.*\/core\.js)|icu-minify|intl-messageformat|@formatjs|cookie|set-cookie-parser)\/|api\/contract\/src\/(?:language|locate|money|packages|page-title|picture|questions|tone|brand)\.ts|pwa\/src\/(?!.*\.css$)(?:main|app\/(?!ChoicePanels|Panel\.|SideMenu|AppKeeper|HeadKeeper|insecure-page|install\/|update\/)|home\/(?!Newsletter)|notices\/(?!NoticeRegion)|accounts\/person|catalogue\/(?!on-phone\/|list\/|Zoom|CategoryPage|ProductPage|ProductDetails|Gallery|MoreOf|share|SearchResults)|early\/asked-early|shared\/(?!theme|picture-caches|worker-messages|copy|uuid|ui\/(?:Dialog|Field|note))|locales\/ua\.json)/,
  /** What a tap on a heart or a cart needs. */
  taps: /pwa\/src\/(?:accounts\/(?:ask-to-sign-in|mine|MineKeeper|say-failed|session|translator|under-way)|favourites\/(?:like|liked-query)|cart\/(?:add-to-cart|cart-query|changes|lines|waiting-checkouts))\.ts|api\/contract\/src\/bot\.ts/,
  /** How a list of products is narrowed and sorted: of categories and of search results. */
  list: /pwa\/src\/catalogue\/list\/(?:ListBar|ProductList)\.tsx/,
  dexie: /node_modules\/dexie\//,
  /** The kept catalogue, which the early script opens. */
  shelves: /pwa\/src\/catalogue\/on-phone\/shel/,
  /** What keeps shop and catalogue on the phone, once nothing else is to be done. */
  keeper: /pwa\/src\/(?:app\/AppKeeper|outbox\/(?:canary|persist))\.ts/,
  /** Requests that wait on the phone, without their screens. */
  outbox: /pwa\/src\/(?:outbox\/(?:OutboxKeeper|page-outbox|send-now|storage)|cart\/checkouts)\.ts/,
  /** What opens over a page, and what several of the later ones show. */
  panels:
    /pwa\/src\/(?:app\/(?:ChoicePanels|Panel|SideMenu)|accounts\/UserMenu|catalogue\/(?:list\/FilterPanel|Zoom)|cart\/Cart|favourites\/Favourites|orders\/(?:StatusBadge|moment|orders)|shared\/ui\/Field)\.(?:ts|css)/,
  /** Texts, errors of addresses, and results. */
  pages:
    /pwa\/src\/(?:pages\/(?:Info|NotFound)Page|catalogue\/(?:SearchResults|list\/(?:More|FilterChips|NothingFits)))\.tsx/,
  /** From the form to the page that says what became of the request: without a network nothing can be fetched between them. */
  orders: /pwa\/src\/(?:orders\/Order(?:Dialog|Page)|outbox\/PendingPage)\.tsx/,
  /** Signing in and out, and the profile. */
  people: /pwa\/src\/(?:accounts\/(?:sign-in\/SignIn|SignOut)|profile\/Profile)\.tsx/,
} satisfies Record<string, RegExp>

/** Words that are not on the first screen, one file for each language. */
const words = /pwa\/src\/(?:locales\/(?:list|orders|people)\.|pages\/info\/)(ua|ru|en)\.(?:json|ts)$/

/** As Rolldown wants it: https://rolldown.rs/reference/outputoptions.codesplitting */
export const groups = [
  ...Object.entries(parts).map(([name, test], place, all) => ({ name, test, priority: all.length - place + 1 })),
  { test: words, name: (id: string) => `words.${words.exec(id)?.[1]}`, priority: 1 },
]
