import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { endSession, endSessions, listSessions, Session } from '@tsedra/contract/settings'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { getCurrentUser } from '../session/current-user.ts'
import { useApiErrorText } from '../accounts/api-error-text.ts'
import { cleanUpAfterSession } from '../accounts/sign-out.ts'
import { showToast } from '../shared/toasts.ts'
import { formatDateTime } from '../shared/i18n/format-date-time.ts'
import { callApi } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { deviceName } from './device-name.ts'
import { FormError } from './FormError.tsx'
import { useAccountChange } from './use-account-change.ts'
import { OnlineFieldset } from './OnlineFieldset.tsx'

/** Timeout of the request for the sessions, in ms. */
const REQUEST_TIMEOUT_MS = 8_000

const sessionsQueryKey = () => ['account-data', getCurrentUser()?.user.id, 'sessions']

/** The user's sessions, with buttons that end one or all of them. */
export function Sessions() {
  const t = useTranslations()
  const [isConfirming, setIsConfirming] = useState(false)
  const { data, error, isError, refetch } = useQuery({
    queryKey: sessionsQueryKey(),
    queryFn: ({ signal }) =>
      callApi<typeof listSessions>(
        'GET /api/auth/sessions',
        {},
        AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      ),
    staleTime: 0,
  })
  return (
    <>
      {isError && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <output className="sk sk--control" aria-label={t('loading')} />}
      {data && (
        <OnlineFieldset>
          <ul className="setting-rows">
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <button type="button" className="btn btn--line" onClick={() => setIsConfirming(true)}>
            {t('settings.sessions.end')}
          </button>
        </OnlineFieldset>
      )}
      {isConfirming && <EndSessionsDialog onClose={() => setIsConfirming(false)} />}
    </>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { device, current, lastSeenAt, createdAt } = session
  const t = useTranslations('settings.sessions')
  const language = useLanguage()
  return (
    <li>
      <span>
        <b className="setting-rows__device">{deviceName(device, t('browser'))}</b>
        <span className="muted">
          {t('seen', { seen: formatDateTime(lastSeenAt, language), since: formatDateTime(createdAt, language) })}
        </span>
      </span>
      {current ? <span className="badge badge--ok">{t('here')}</span> : <EndSessionButton session={session} />}
    </li>
  )
}

/** Ends another session. An error is shown as a toast: the row has no space for it. */
function EndSessionButton({ session: { id, device, lastSeenAt } }: { session: Session }) {
  const t = useTranslations('settings.sessions')
  const language = useLanguage()
  const client = useQueryClient()
  const errorText = useApiErrorText()
  const [busy, setBusy] = useState(false)
  const name = deviceName(device, t('browser'))

  async function end(): Promise<void> {
    setBusy(true)
    try {
      await callApi<typeof endSession>('DELETE /api/auth/sessions/:id', { params: { id } })
      showToast({ title: t('endedOne', { device: name }) })
    } catch (error) {
      showToast({ kind: 'bad', title: errorText(error) })
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: sessionsQueryKey() })
  }

  return (
    <button
      type="button"
      className="btn btn--line btn--sm"
      aria-label={t('endOneOf', { device: name, seen: formatDateTime(lastSeenAt, language) })}
      disabled={busy}
      onClick={() => void end()}
    >
      {t('endOne')}
    </button>
  )
}

function EndSessionsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('settings.sessions')
  const client = useQueryClient()
  const { busy, errorMessage, change } = useAccountChange()

  const end = () =>
    change(async () => {
      await callApi<typeof endSessions>('DELETE /api/auth/sessions')
      await cleanUpAfterSession(client)
      showToast({ title: t('ended') })
    })

  return (
    <Dialog title={t('end')} onClose={onClose}>
      <FormError text={errorMessage} />
      <p>{t('endText')}</p>
      <button type="button" className="btn btn--primary btn--full" disabled={busy} onClick={() => void end()}>
        {busy && <span className="spin" aria-hidden="true" />}
        {t('end')}
      </button>
    </Dialog>
  )
}
