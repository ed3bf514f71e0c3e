import { useQuery } from '@tanstack/react-query'
import type { confirmSecondFactor, setUpSecondFactor, User } from '@tsedra/contract/accounts'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { showToast } from '../../shared/toasts.ts'
import { callApi } from '../../shared/api.ts'
import { lazyComponent } from '../../shared/lazy-component.ts'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { updateCurrentUser } from '../../session/current-user.ts'
import { CodeField } from './CodeField.tsx'
import { validateCode } from './validation.ts'
import { StepForm } from './StepForm.tsx'
import { useRequest } from './use-request.ts'
import { useFormFields } from '../../shared/use-form-fields.ts'
import { useFieldErrorText } from './use-field-error-text.ts'

const QrCode = lazyComponent(() => import('./QrCode.tsx').then(({ QrCode }) => QrCode))

/** Staff enter a code of their authenticator app, and set it up first (infra/decisions/0023-second-factor.md). */
export function SecondFactor({ user, onDone }: { user: User; onDone: (user: User) => void }) {
  const t = useTranslations('signIn')
  const fieldErrorText = useFieldErrorText()
  const { request, busy, errorText } = useRequest(t('verifyFailed'))
  const fields = useFormFields({ code: '' }, ({ code }) => ({ code: fieldErrorText(validateCode(code)) }))

  function submit(): void {
    if (!fields.validateAll()) return
    void request(
      () => callApi<typeof confirmSecondFactor>('POST /api/auth/second-factor', { body: fields.values }),
      (verifiedUser) => {
        updateCurrentUser({ user: verifiedUser })
        showToast({ title: t('done.second') })
        onDone(verifiedUser)
      },
      (error) => {
        fields.setErrors({ code: errorText(error) })
        return undefined
      },
    )
  }

  return (
    <StepForm
      onSubmit={submit}
      submitLabel={t('verify.confirm')}
      busy={busy}
      isIncomplete={validateCode(fields.values.code) !== undefined}
    >
      {user.secondFactor === 'setup' ? <SecondFactorSetup /> : <p className="muted">{t('second.text')}</p>}
      <CodeField {...fields.bind('code')} submitsWhenComplete />
    </StepForm>
  )
}

/** The secret for an authenticator app: as a QR code, as text to type and as a link for an app on this device. */
function SecondFactorSetup() {
  const t = useTranslations('signIn.second')
  const tAll = useTranslations()
  const setup = useQuery({
    queryKey: ['secondFactor'],
    queryFn: () => callApi<typeof setUpSecondFactor>('POST /api/auth/second-factor/setup'),
    gcTime: 0,
  })
  if (setup.isError) return <LoadError onRetry={() => void setup.refetch()} />
  return (
    <>
      <p className="muted">{t('setUp')}</p>
      <div className="qr">
        <Suspense>{setup.data && <QrCode text={setup.data.uri} label={t('qr')} />}</Suspense>
      </div>
      <p className="totp-secret">
        {setup.data ? setup.data.secret.match(/.{4}/g)?.join(' ') : <output aria-label={tAll('loading')}>…</output>}
      </p>
      <a className="btn btn--line btn--full" href={setup.data?.uri}>
        {t('open')}
      </a>
    </>
  )
}
