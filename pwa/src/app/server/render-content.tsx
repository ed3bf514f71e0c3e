import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { infoPages } from '@tsedra/contract/info-page-names'
import { locale } from '@tsedra/contract/language'
import type { ContentRenderer, ContentRequest } from '@tsedra/contract/page-manifest'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl/react'
import { infoTextsQuery } from '../../info/InfoPage.tsx'
import { NotFoundPage } from '../../info/NotFoundPage.tsx'
import { setServerBlocks } from '../../shared/data-blocks.ts'
import { setLocale, useLocale } from '../../shared/i18n/language.ts'
import { Router } from '../../shared/router/Router.tsx'
import { type RouteDefinition, Routes } from '../../shared/router/Routes.tsx'
import { Frame } from '../Frame.tsx'
import { CategoryScreen, DrinkScreen, DrinksScreen, HomeScreen, InfoScreen, ProductScreen } from './screens.tsx'
import { infoTexts, messages } from './texts.ts'

/** A path without a route: the missing page. */
const MISSING_PATH = '/missing'

const routes: RouteDefinition[] = [
  { path: '/', element: <HomeScreen /> },
  { path: '/category/:slug', element: <CategoryScreen /> },
  { path: '/product/:slug', element: <ProductScreen /> },
  { path: '/drink/:slug', element: <DrinkScreen /> },
  { path: '/drinks', element: <DrinksScreen /> },
  ...infoPages.map((page) => ({ path: `/${page}`, element: <InfoScreen page={page} /> })),
  { path: '*', element: <NotFoundPage /> },
]

/** React preloads eager pictures at the start of its markup; the head does that already. */
const leadingPreloads = /^(?:<link rel="preload"[^>]*>)+/

/**
 * Renders the content of a page with the components of the client, for the server (infra/decisions/0032-page-html.md). The
 * client does not hydrate it: its first render replaces it. Rendering is synchronous, so the stores of modules belong to
 * one page at a time.
 */
export const renderContent: ContentRenderer['renderContent'] = ({ path, lang, blocks }: ContentRequest) => {
  // Without the owner's texts their reader would try the storage of a device.
  setServerBlocks(new Map([[`shop.${lang}`, '{}'], ...blocks]))
  try {
    setLocale(lang, messages[lang])
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
    client.setQueryData(infoTextsQuery(lang).queryKey, infoTexts[lang])
    return renderToStaticMarkup(<Page path={path ?? MISSING_PATH} client={client} />).replace(leadingPreloads, '')
  } finally {
    setServerBlocks(undefined)
  }
}

function Page({ path, client }: { path: string; client: QueryClient }) {
  const { language, messages: shownMessages } = useLocale()
  return (
    <IntlProvider locale={locale[language]} messages={shownMessages} timeZone="Europe/Kyiv">
      <QueryClientProvider client={client}>
        <Router ssrPath={path}>
          <div className="first" data-testid="first-paint">
            <Frame>
              <Routes routes={routes} />
            </Frame>
          </div>
        </Router>
      </QueryClientProvider>
    </IntlProvider>
  )
}
