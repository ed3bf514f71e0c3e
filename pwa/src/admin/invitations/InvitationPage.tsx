import type { acceptInvitation, joinStaff, readInvitation } from '@tsedra/contract/invitations'
import { STAFF_PASSWORD_MIN } from '@tsedra/contract/account-limits'
import type { ResponseOf } from '@tsedra/contract/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiErrorText } from '../../accounts/api-error-text.ts'
import { startSession } from '../../accounts/session.ts'
import { cleanUpAfterSession } from '../../accounts/sign-out.ts'
import { PasswordField } from '../../accounts/sign-in/PasswordField.tsx'
import { useRequest } from '../../accounts/sign-in/use-request.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { ApiError, callApi } from '../../shared/api.ts'
import { openOverlay } from '../../shared/overlay-state.ts'
import { showToast } from '../../shared/toasts.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { useFormFields } from '../../shared/use-form-fields.ts'
import { useOnline } from '../../shared/use-online.ts'
import { useTitle } from '../../shared/use-title.ts'
import './invitation.css'

type Invitation = ResponseOf<typeof readInvitation>

/** `/admin/invitation#<token>`: an invited person creates the account, or gives an existing one the role. */
export function InvitationPage() {
  const t = useTranslations()
  useTitle(`${t('admin.invitation.title')} · ${t('brand')}`)
  // Browsers send the fragment to no server.
  const [token] = useState(() => location.hash.slice(1))
  const [isUsed, setIsUsed] = useState(false)
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => callApi<typeof readInvitation>('POST /api/auth/invitation', { body: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isDead =
    isUsed || (query.error instanceof ApiError && ['code_dead', 'invalid_request'].includes(query.error.code))
  return (
    <main id="main" tabIndex={-1}>
      <section className="wrap invitation" aria-labelledby="invitation">
        <h1 className="serif t-3" id="invitation">
          {t('admin.invitation.title')}
        </h1>
        {isDead ? (
          <EmptyState icon="circle-x" title={t('admin.invitation.dead')} text={t('admin.invitation.deadText')} />
        ) : query.isError ? (
          <LoadError error={query.error} onRetry={() => void query.refetch()} />
        ) : !query.data ? (
          <output className="sk sk--control" aria-label={t('loading')} />
        ) : (
          <Accept token={token} invitation={query.data} onDead={() => setIsUsed(true)} />
        )}
      </section>
    </main>
  )
}

interface Props {
  token: string
  invitation: Invitation
  onDead: () => void
}

function Accept(props: Props) {
  const t = useTranslations('admin.invitation')
  const tRole = useTranslations('profile.role')
  const { email, role, hasAccount } = props.invitation
  return (
    <>
      <p>{t('text', { email, role: tRole(role) })}</p>
      {hasAccount ? <JoinForm {...props} /> : <AccountForm {...props} />}
    </>
  )
}

/** Creates the account of an invitation; the second factor follows in the admin area. */
function AccountForm({ token, onDead }: Props) {
  const t = useTranslations('admin.invitation')
  const tSignIn = useTranslations('signIn')
  const isOnline = useOnline()
  const { request, busy, errorText } = useRequest(tSignIn('registerFailed'))
  const fields = useFormFields({ firstName: '', lastName: '', password: '', repeat: '' }, (values) => ({
    firstName: values.firstName.trim() ? undefined : tSignIn('wrong.firstName'),
    lastName: values.lastName.trim() ? undefined : tSignIn('wrong.lastName'),
    password: [...values.password.normalize('NFC')].length < STAFF_PASSWORD_MIN ? t('passwordHint') : undefined,
    repeat: values.repeat === values.password ? undefined : tSignIn('wrong.repeat'),
  }))

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!fields.validateAll()) return
    const { firstName, lastName, password } = fields.values
    void request(
      () =>
        callApi<typeof acceptInvitation>('POST /api/auth/invitation/account', {
          body: { token, firstName, lastName, password },
        }),
      async ({ user }) => {
        await startSession(user)
        // The sign-in dialog sets up the second factor, and returns.
        location.assign('/api/login?next=/admin')
      },
      (error) => {
        if (error instanceof ApiError && (error.code === 'code_dead' || error.code === 'identity_taken')) onDead()
        if (error instanceof ApiError && error.code === 'password_weak')
          fields.setErrors({ password: errorText(error) })
        return undefined
      },
    )
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field {...fields.bind('firstName')} label={tSignIn('firstName')} autoComplete="given-name" />
      <Field {...fields.bind('lastName')} label={tSignIn('lastName')} autoComplete="family-name" />
      <PasswordField
        {...fields.bind('password')}
        label={tSignIn('password')}
        hint={t('passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField {...fields.bind('repeat')} label={tSignIn('repeat')} autoComplete="new-password" />
      <p className="muted sm">{t('next')}</p>
      <button type="submit" className="btn btn--primary btn--lg" disabled={busy || !isOnline} aria-busy={busy}>
        {t('create')}
      </button>
    </form>
  )
}

/** Gives the signed-in account the role; the account must have the invited address. */
function JoinForm({ token, invitation: { email }, onDead }: Props) {
  const t = useTranslations('admin.invitation')
  const isOnline = useOnline()
  const client = useQueryClient()
  const errorText = useApiErrorText()
  const user = useCurrentUser()?.user
  const { request, busy } = useRequest(t('failed'))
  if (user?.email !== email) {
    return (
      <>
        <p>{t(user ? 'other' : 'signIn', { email })}</p>
        <button
          type="button"
          className="btn btn--primary btn--lg"
          onClick={() => openOverlay(user ? 'signOut' : 'signIn')}
        >
          {t(user ? 'signOutAction' : 'signInAction')}
        </button>
      </>
    )
  }
  function join(): void {
    void request(
      () => callApi<typeof joinStaff>('POST /api/auth/invitation/role', { body: { token } }),
      async ({ isSignedOut }) => {
        if (isSignedOut) await cleanUpAfterSession(client)
        showToast({ title: t('joined'), ...(isSignedOut && { text: t('joinedText') }) })
        location.assign('/api/login?next=/admin')
      },
      (error) => {
        if (error instanceof ApiError && error.code === 'code_dead') onDead()
        return errorText(error)
      },
    )
  }
  return (
    <>
      <p>{t('joinText')}</p>
      <button
        type="button"
        className="btn btn--primary btn--lg"
        disabled={busy || !isOnline}
        aria-busy={busy}
        onClick={join}
      >
        {t('join')}
      </button>
    </>
  )
}
