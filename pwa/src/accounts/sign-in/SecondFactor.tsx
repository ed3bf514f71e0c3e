import { useQuery } from '@tanstack/react-query'
import type { confirmSecondFactor, setUpSecondFactor, User } from '@tsedra/contract/accounts'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../../shared/notices.ts'
import { call } from '../../shared/api.ts'
import { lazily } from '../../shared/lazily.ts'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { changePerson } from '../../session/person.ts'
import { CodeField } from './CodeField.tsx'
import { wrongCode } from './rules.ts'
import { StepForm } from './StepForm.tsx'
import { useAsk } from './use-ask.ts'
import { useFields } from './use-fields.ts'
import { useWrong } from './use-wrong.ts'

const QrCode = lazily(() => import('./QrCode.tsx').then(({ QrCode }) => QrCode))

/** Staff give a code of their authenticator app (infra/decisions/0023-second-factor.md); the first time it is set up. */
export function SecondFactor({ user, onDone }: { user: User; onDone: (user: User) => void }) {
  const t = useTranslations('signIn')
  const wrong = useWrong()
  const { ask, busy, words } = useAsk(t('verifyFailed'))
  const fields = useFields({ code: '' }, ({ code }) => ({ code: wrong(wrongCode(code)) }))

  function submit(): void {
    if (!fields.check()) return
    void ask(
      () => call<typeof confirmSecondFactor>('POST /api/auth/second-factor', { body: fields.values }),
      (proved) => {
        changePerson({ user: proved })
        notify({ title: t('done.second') })
        onDone(proved)
      },
      (error) => {
        fields.setRefused({ code: words(error) })
        return undefined
      },
    )
  }

  return (
    <StepForm
      onSubmit={submit}
      action={t('verify.confirm')}
      busy={busy}
      incomplete={wrongCode(fields.values.code) !== undefined}
    >
      {user.secondFactor === 'setup' ? <SetUp /> : <p className="muted">{t('second.text')}</p>}
      <CodeField {...fields.bind('code')} sends />
    </StepForm>
  )
}

/** The secret for an app: drawn for the camera of another device, as text to type, as a link for the phone in hand. */
function SetUp() {
  const t = useTranslations('signIn.second')
  const tAll = useTranslations()
  const made = useQuery({
    queryKey: ['secondFactor'],
    queryFn: () => call<typeof setUpSecondFactor>('POST /api/auth/second-factor/setup'),
    gcTime: 0,
  })
  if (made.isError) return <LoadError onRetry={() => void made.refetch()} />
  return (
    <>
      <p className="muted">{t('setUp')}</p>
      <div className="qr">
        <Suspense>{made.data && <QrCode text={made.data.uri} label={t('qr')} />}</Suspense>
      </div>
      <p className="secret">
        {made.data ? made.data.secret.match(/.{4}/g)?.join(' ') : <output aria-label={tAll('loading')}>…</output>}
      </p>
      <a className="btn btn--line btn--full" href={made.data?.uri}>
        {t('open')}
      </a>
    </>
  )
}
