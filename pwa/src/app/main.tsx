import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { identifyHistoryEntry } from '../shared/router/navigate.ts'
import { Router } from '../shared/router/Router.tsx'
import { IntlProvider } from 'use-intl/react'
import { App, preloadScreen } from './App.tsx'
import { openOverlay } from '../shared/overlay-state.ts'
import { updateBeforeStart } from './start/cold-start.ts'
import { reloadOnFailedChunk } from './start/reload-on-failed-chunk.ts'
import { locale } from '@tsedra/contract/language'
import { restorePersistedQueries } from '../shared/persisted-queries.ts'
import { initLanguage, useLocale } from '../shared/i18n/language.ts'

// No query becomes stale by time and no request is retried here; the outbox has its own retries.
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'offlineFirst',
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

function Root() {
  const { language, messages } = useLocale()
  return (
    <IntlProvider locale={locale[language]} messages={messages}>
      <QueryClientProvider client={queryClient}>
        <Router>
          <App />
        </Router>
      </QueryClientProvider>
    </IntlProvider>
  )
}

// No top-level `await`: the screens' chunks import this one, so awaiting them here would be a deadlock.
void start()

async function start(): Promise<void> {
  reloadOnFailedChunk()
  if (await updateBeforeStart()) return
  await Promise.all([initLanguage(), preloadScreen(location.pathname), restorePersistedQueries(queryClient)])
  // `/api/login` redirects to this address.
  if (location.search.startsWith('?login=1')) openOverlay('signIn')
  identifyHistoryEntry()
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // A transition is time-sliced: the browser handles input in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Root />
      </StrictMode>,
    ),
  )
}
