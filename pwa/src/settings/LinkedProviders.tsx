import type { User } from '@tsedra/contract/accounts'
import { providers, type unlinkProvider } from '@tsedra/contract/providers'
import { useTranslations } from 'use-intl'
import { updateCurrentUser } from '../session/current-user.ts'
import { providerNames } from '../accounts/sign-in/step.ts'
import { showToast } from '../shared/toasts.ts'
import { callApi } from '../shared/api.ts'
import { FormError } from './FormError.tsx'
import { useAccountChange } from './use-account-change.ts'
import { OnlineFieldset } from './OnlineFieldset.tsx'

/** The linked providers, each with a button that unlinks it (infra/decisions/0026-google-and-apple-sign-in.md). */
export function LinkedProviders({ user }: { user: User }) {
  const t = useTranslations('settings.parties')
  const { busy, errorMessage, change } = useAccountChange({ last_way_in: t('lastWay') })
  const isLinked = { google: user.hasGoogle, apple: user.hasApple }
  const linked = providers.filter((provider) => isLinked[provider])

  const unlink = (provider: keyof typeof providerNames) =>
    change(async () => {
      const params = { party: provider }
      updateCurrentUser({ user: await callApi<typeof unlinkProvider>('DELETE /api/auth/link/:party', { params }) })
      showToast({ title: t('untied', { party: providerNames[provider] }) })
    })

  if (linked.length === 0) return null
  return (
    <OnlineFieldset>
      <ul className="setting-rows">
        {linked.map((provider) => (
          <li key={provider}>
            <span>
              <b>{providerNames[provider]}</b>
              <span className="muted">{t('on')}</span>
            </span>
            <button
              type="button"
              className="btn btn--line btn--sm"
              aria-label={`${t('untie')}: ${providerNames[provider]}`}
              disabled={busy}
              onClick={() => void unlink(provider)}
            >
              {t('untie')}
            </button>
          </li>
        ))}
      </ul>
      <FormError text={errorMessage} />
    </OnlineFieldset>
  )
}
