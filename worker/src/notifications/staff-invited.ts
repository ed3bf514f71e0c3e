import type { PayloadOf, staffInvited } from '@tsedra/contract/jobs'
import { type Language, locale } from '@tsedra/contract/language'
import type { StaffRole } from '@tsedra/contract/admin-invitations'
import type { Db } from '@tsedra/database/connection'
import { readShopIdentity } from '@tsedra/database/shop-settings'
import {
  generateInvitationToken,
  hashInvitationToken,
  readInvitationEmail,
  storeInvitationToken,
} from '@tsedra/database/staff-invitations'
import type { JobResult } from '../jobs/run-job.ts'
import type { Mailer } from '../channels/email/mailer.ts'

interface Deps {
  db: Db
  mailer: Mailer
  publicOrigin: string
}

interface InvitationTexts {
  subject: (shop: string) => string
  roles: Record<StaffRole, string>
  text: (role: string, shop: string, until: string, link: string, shopEmail: string) => string
}

const texts: Record<Language, InvitationTexts> = {
  ua: {
    subject: (shop) => `Запрошення працювати в магазині, ${shop}`,
    roles: { editor: 'редактор', admin: 'адміністратор' },
    text: (role, shop, until, link, shopEmail) =>
      `Вас запрошено працювати в магазині ${shop}. Роль: ${role}.\n\nПрийміть запрошення до ${until}, посилання діє один раз:\n${link}\n\nНікому його не пересилайте. Якщо ви не чекали на запрошення, просто видаліть цей лист або напишіть нам: ${shopEmail}`,
  },
  ru: {
    subject: (shop) => `Приглашение работать в магазине, ${shop}`,
    roles: { editor: 'редактор', admin: 'администратор' },
    text: (role, shop, until, link, shopEmail) =>
      `Вас пригласили работать в магазине ${shop}. Роль: ${role}.\n\nПримите приглашение до ${until}, ссылка действует один раз:\n${link}\n\nНикому её не пересылайте. Если вы не ждали приглашения, просто удалите это письмо или напишите нам: ${shopEmail}`,
  },
  en: {
    subject: (shop) => `Invitation to work at the shop, ${shop}`,
    roles: { editor: 'editor', admin: 'administrator' },
    text: (role, shop, until, link, shopEmail) =>
      `You are invited to work at ${shop}. Role: ${role}.\n\nAccept the invitation by ${until}, the link works once:\n${link}\n\nDon’t forward it to anyone. If you didn’t expect an invitation, just delete this email, or write to us: ${shopEmail}`,
  },
}

/**
 * Creates the handler that generates the token of an invitation, stores its hash and sends the link; a repeat replaces the
 * earlier token. The token is in the fragment, which browsers send to no server.
 */
export function sendInvitation({ db, mailer, publicOrigin }: Deps) {
  return async ({ invitationId, number }: PayloadOf<typeof staffInvited>): Promise<JobResult> => {
    const invitation = await readInvitationEmail(db, invitationId, number)
    if (!invitation) return { kind: 'nothing', reason: 'the invitation is not open, or a later e-mail was requested' }
    const token = generateInvitationToken()
    await storeInvitationToken(db, invitationId, number, hashInvitationToken(token))
    const { email, role, language, expiresAt } = invitation
    const shop = await readShopIdentity(db, language)
    const { subject, roles, text } = texts[language]
    const link = `${publicOrigin}/admin/invitation#${token}`
    const until = formatDeadline(expiresAt, language)
    const message = { subject: subject(shop.name), text: text(roles[role], shop.name, until, link, shop.email) }
    const delivery = await mailer.send({ to: email, ...message })
    return delivery.kind === 'sent' ? { ...delivery, record: async () => {} } : delivery
  }
}

const formatDeadline = (time: Date, language: Language): string =>
  new Intl.DateTimeFormat(locale[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Kyiv',
  }).format(time)
