import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { IntlProvider } from 'use-intl/react'
import { App, fetchScreen } from './App.tsx'
import { openPanel } from '../shared/panels.ts'
import { updateBeforeStart } from './start/cold-start.ts'
import { reloadForMissingParts } from './start/missing-parts.ts'
import { locale } from '@tsedra/contract/language'
import { restoreFirstPaint } from '../shared/kept-queries.ts'
import { startLanguage, useSpoken } from '../shared/i18n/language.ts'

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
  const { language, messages } = useSpoken()
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
  reloadForMissingParts()
  if (await updateBeforeStart()) return
  await Promise.all([startLanguage(), fetchScreen(location.pathname), restoreFirstPaint(queryClient)])
  // `/api/login` leads here.
  if (location.search.startsWith('?login=1')) openPanel('signIn')
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
