import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { endSession, endSessions, listSessions, Session } from '@tsedra/contract/settings'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { currentPerson } from '../session/person.ts'
import { useRefusalWords } from '../accounts/refusal-words.ts'
import { afterSession } from '../accounts/sign-out.ts'
import { notify } from '../shared/notices.ts'
import { formatMoment } from '../shared/i18n/moment.ts'
import { call } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import { deviceName } from './device-name.ts'
import { Refused } from './Refused.tsx'
import { useChange } from './use-change.ts'
import { WithNetwork } from './WithNetwork.tsx'

/** Milliseconds that the shop may take to tell of them. */
const PATIENCE_MS = 8_000

const sessionsKey = () => ['mine', currentPerson()?.user.id, 'sessions']

/** Where this person is signed in, and the end of each or all of it. */
export function Sessions() {
  const t = useTranslations()
  const [asked, setAsked] = useState(false)
  const { data, error, isError, refetch } = useQuery({
    queryKey: sessionsKey(),
    queryFn: ({ signal }) =>
      call<typeof listSessions>(
        'GET /api/auth/sessions',
        {},
        AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      ),
    staleTime: 0,
  })
  return (
    <>
      {isError && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <output className="sk sk--control" aria-label={t('loading')} />}
      {data && (
        <WithNetwork>
          <ul className="rows">
            {data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <button type="button" className="btn btn--line" onClick={() => setAsked(true)}>
            {t('settings.sessions.end')}
          </button>
        </WithNetwork>
      )}
      {asked && <EndSessions onClose={() => setAsked(false)} />}
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
        <b className="rows__device">{deviceName(device, t('browser'))}</b>
        <span className="muted">
          {t('seen', { seen: formatMoment(lastSeenAt, language), since: formatMoment(createdAt, language) })}
        </span>
      </span>
      {current ? <span className="badge badge--ok">{t('here')}</span> : <EndOne session={session} />}
    </li>
  )
}

/** Ends one other session. A refusal is shown as a toast: the row has no room for it. */
function EndOne({ session: { id, device, lastSeenAt } }: { session: Session }) {
  const t = useTranslations('settings.sessions')
  const language = useLanguage()
  const client = useQueryClient()
  const words = useRefusalWords()
  const [busy, setBusy] = useState(false)
  const name = deviceName(device, t('browser'))

  async function end(): Promise<void> {
    setBusy(true)
    try {
      await call<typeof endSession>('DELETE /api/auth/sessions/:id', { params: { id } })
      notify({ title: t('endedOne', { device: name }) })
    } catch (error) {
      notify({ kind: 'bad', title: words(error) })
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: sessionsKey() })
  }

  return (
    <button
      type="button"
      className="btn btn--line btn--sm"
      aria-label={t('endOneOf', { device: name, seen: formatMoment(lastSeenAt, language) })}
      disabled={busy}
      onClick={() => void end()}
    >
      {t('endOne')}
    </button>
  )
}

function EndSessions({ onClose }: { onClose: () => void }) {
  const t = useTranslations('settings.sessions')
  const client = useQueryClient()
  const { busy, refused, change } = useChange()

  const end = () =>
    change(async () => {
      await call<typeof endSessions>('DELETE /api/auth/sessions')
      await afterSession(client)
      notify({ title: t('ended') })
    })

  return (
    <Dialog title={t('end')} onClose={onClose}>
      <Refused words={refused} />
      <p>{t('endText')}</p>
      <button type="button" className="btn btn--primary btn--full" disabled={busy} onClick={() => void end()}>
        {busy && <span className="spin" aria-hidden="true" />}
        {t('end')}
      </button>
    </Dialog>
  )
}
