import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { IntlProvider } from 'use-intl/react'
import { App, preloadScreen } from './App.tsx'
import { openOverlay } from '../shared/overlay-state.ts'
import { updateBeforeStart } from './start/cold-start.ts'
import { reloadOnFailedChunk } from './start/reload-on-failed-chunk.ts'
import { locale } from '@tsedra/contract/language'
import { restorePersistedQueries } from '../shared/persisted-queries.ts'
import { initLanguage, useLocale } from '../shared/i18n/language.ts'

// Within a page nothing goes stale by itself and nothing is retried; the outbox does its own retrying.
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
        {/* The next screen comes in one piece, not in slices: infra/decisions/0014-performance-budgets.md. */}
        <BrowserRouter useTransitions={false}>
          <App />
        </BrowserRouter>
      </QueryClientProvider>
    </IntlProvider>
  )
}

// No `await` at the top: the screens import this file, and would wait for it while it waits for them.
void start()

async function start(): Promise<void> {
  reloadOnFailedChunk()
  if (await updateBeforeStart()) return
  await Promise.all([initLanguage(), preloadScreen(location.pathname), restorePersistedQueries(queryClient)])
  // `/api/login` leads here.
  if (location.search.startsWith('?login=1')) openOverlay('signIn')
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  // A transition is drawn in slices: fingers are heard in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Root />
      </StrictMode>,
    ),
  )
}
