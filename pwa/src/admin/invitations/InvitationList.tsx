import type {
  Invitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '@tsedra/contract/admin-invitations'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { useOnline } from '../../shared/use-online.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { formatKyivDateTime } from '../orders/format-order.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { useAdminQuery } from '../use-admin-query.ts'
import { InvitationForm } from './InvitationForm.tsx'

/** The open invitations of staff, to send again or to revoke, and the form of a new one. */
export function InvitationList() {
  const t = useTranslations('desk.invitations')
  const [isInviting, setIsInviting] = useState(false)
  const query = useAdminQuery<typeof listInvitations>('GET /api/admin/invitations')
  const invitations = query.data?.invitations ?? []
  return (
    <section className="invitations" aria-labelledby="invitations">
      <h2 className="serif t-1" id="invitations">
        {t('title')}
      </h2>
      <button type="button" className="btn btn--line" onClick={() => setIsInviting(true)}>
        <Icon name="plus" size="i--sm" />
        {t('invite')}
      </button>
      {!query.data && query.isError && <LoadError onRetry={() => void query.refetch()} />}
      {query.data && invitations.length === 0 && <p className="muted sm">{t('empty')}</p>}
      {invitations.length > 0 && (
        <ul>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {isInviting && <InvitationForm onClose={() => setIsInviting(false)} />}
    </section>
  )
}

function InvitationRow({ invitation: { id, email, role, invitedBy, expiresAt, isOpen } }: { invitation: Invitation }) {
  const t = useTranslations('desk.invitations')
  const tRole = useTranslations('profile.role')
  const language = useLanguage()
  const isOnline = useOnline()
  const { busy, mutate } = useAdminMutation()
  const [isRevoking, setIsRevoking] = useState(false)
  const params = { id }

  const resend = () =>
    mutate(() => callApi<typeof resendInvitation>('POST /api/admin/invitations/:id/emails', { params }), {
      successMessage: t('sent', { email }),
    })
  async function revoke(): Promise<void> {
    const result = await mutate(
      () => callApi<typeof revokeInvitation>('DELETE /api/admin/invitations/:id', { params }),
      { successMessage: t('revoked') },
    )
    if ('response' in result) setIsRevoking(false)
  }
  return (
    <li>
      <span>
        <b>{email}</b>
        <small className="muted">
          {tRole(role)} · {t(isOpen ? 'until' : 'expired', { time: formatKyivDateTime(expiresAt, language) })}
          {invitedBy && ` · ${invitedBy}`}
        </small>
      </span>
      <span className="invitations__actions">
        <button
          type="button"
          className="btn btn--quiet btn--sm"
          aria-label={t('resendOf', { email })}
          disabled={!isOnline || busy}
          onClick={() => void resend()}
        >
          {t('resend')}
        </button>
        <button
          type="button"
          className="btn btn--quiet btn--sm"
          aria-label={t('revokeOf', { email })}
          disabled={!isOnline || busy}
          onClick={() => setIsRevoking(true)}
        >
          {t('revoke')}
        </button>
      </span>
      {isRevoking && (
        <ConfirmDialog
          title={t('revokeTitle', { email })}
          confirmLabel={t('revoke')}
          busy={busy}
          onClose={() => setIsRevoking(false)}
          onConfirm={() => void revoke()}
        >
          <p>{t('revokeText')}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
