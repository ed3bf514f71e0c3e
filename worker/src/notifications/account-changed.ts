import { STAFF_PASSWORD_MIN } from '@tsedra/contract/account-limits'
import type { accountChanged, PayloadOf } from '@tsedra/contract/jobs'
import type { Language } from '@tsedra/contract/language'
import { type AccountChange, readAccountChange } from '@tsedra/database/account-changes'
import type { Db } from '@tsedra/database/connection'
import { readShopIdentity } from '@tsedra/database/shop-settings'
import type { JobResult } from '../jobs/run-job.ts'
import type { Mailer } from '../channels/email/mailer.ts'

type ChangeTexts = Record<AccountChange, string> & {
  /** Advice for an owner who did not make the change and can still sign in through this address. */
  notYou: (signIn: string, shopEmail: string) => string
  /** Advice for an owner who did not make the change and whose address no longer belongs to the account. */
  notYouWithoutAccess: (shopEmail: string) => string
  /** Advice for a new staff member: how signing in changes. */
  asStaff: (signIn: string) => string
}

const texts: Record<Language, ChangeTexts> = {
  ua: {
    password: 'Пароль вашого акаунта змінено',
    email: 'Адресу email вашого акаунта змінено',
    phone: 'Номер телефону вашого акаунта змінено',
    'second-factor': 'Для вашого акаунта налаштовано другий крок входу',
    'second-factor-reset': 'Другий крок входу до вашого акаунта скинуто',
    google: 'До вашого акаунта додано вхід через Google',
    apple: 'До вашого акаунта додано вхід через Apple',
    telegram: 'До вашого акаунта прив’язано Telegram',
    'staff-role': 'Ваш акаунт отримав доступ працівника магазину',
    notYou: (signIn, shopEmail) =>
      `Якщо це були ви, нічого робити не потрібно. Якщо ні, задайте новий пароль і напишіть нам, ${shopEmail}:\n${signIn}`,
    notYouWithoutAccess: (shopEmail) =>
      `Якщо це були ви, нічого робити не потрібно. Якщо ні, напишіть нам: ${shopEmail}. Із цією адресою більше не можна ввійти в акаунт.`,
    asStaff: (signIn) =>
      `Ваші сеанси на всіх пристроях завершено. Якщо у вас був пароль, він більше не діє: натисніть «Забули пароль?» і задайте новий, щонайменше ${STAFF_PASSWORD_MIN} символів. Під час входу ви додасте застосунок із кодами.\n${signIn}`,
  },
  ru: {
    password: 'Пароль вашего аккаунта изменён',
    email: 'Адрес email вашего аккаунта изменён',
    phone: 'Номер телефона вашего аккаунта изменён',
    'second-factor': 'Для вашего аккаунта настроен второй шаг входа',
    'second-factor-reset': 'Второй шаг входа в ваш аккаунт сброшен',
    google: 'К вашему аккаунту добавлен вход через Google',
    apple: 'К вашему аккаунту добавлен вход через Apple',
    telegram: 'К вашему аккаунту привязан Telegram',
    'staff-role': 'Ваш аккаунт получил доступ сотрудника магазина',
    notYou: (signIn, shopEmail) =>
      `Если это были вы, ничего делать не нужно. Если нет, задайте новый пароль и напишите нам, ${shopEmail}:\n${signIn}`,
    notYouWithoutAccess: (shopEmail) =>
      `Если это были вы, ничего делать не нужно. Если нет, напишите нам: ${shopEmail}. С этим адресом больше нельзя войти в аккаунт.`,
    asStaff: (signIn) =>
      `Ваши сеансы на всех устройствах завершены. Если у вас был пароль, он больше не действует: нажмите «Забыли пароль?» и задайте новый, не короче ${STAFF_PASSWORD_MIN} символов. При входе вы добавите приложение с кодами.\n${signIn}`,
  },
  en: {
    password: 'The password of your account was changed',
    email: 'The email address of your account was changed',
    phone: 'The phone number of your account was changed',
    'second-factor': 'A second sign-in step was set up for your account',
    'second-factor-reset': 'The second sign-in step of your account was reset',
    google: 'Google was added as a way to sign in to your account',
    apple: 'Apple was added as a way to sign in to your account',
    telegram: 'Telegram was linked to your account',
    'staff-role': 'Your account is now a staff account',
    notYou: (signIn, shopEmail) =>
      `If it was you, you don’t need to do anything. If it wasn’t, set a new password and email us, ${shopEmail}:\n${signIn}`,
    notYouWithoutAccess: (shopEmail) =>
      `If it was you, you don’t need to do anything. If it wasn’t, email us: ${shopEmail}. You can no longer sign in with this address.`,
    asStaff: (signIn) =>
      `You were signed out on every device. If you had a password, it no longer works: choose “Forgot your password?” and set a new one of at least ${STAFF_PASSWORD_MIN} characters. You’ll add an authenticator app when you sign in.\n${signIn}`,
  },
}

interface Deps {
  db: Db
  mailer: Mailer
  publicOrigin: string
}

/** Notifies the owner of an account, at its previous address, of a change to its sign-in methods. */
export function notifyOwnerOfChange({ db, mailer, publicOrigin }: Deps) {
  return async ({ changeId }: PayloadOf<typeof accountChanged>): Promise<JobResult> => {
    const change = await readAccountChange(db, changeId)
    if (!change) return { kind: 'nothing', reason: 'it is too old, or the account is gone' }
    const { what, email, language } = change
    const { [what]: headline, notYou, notYouWithoutAccess: notYouAndOut, asStaff } = texts[language]
    const shop = await readShopIdentity(db, language)
    const signIn = `${publicOrigin}/?login=1`
    const toOwner = what === 'staff-role' ? asStaff(signIn) : notYou(signIn, shop.email)
    const advice = what === 'email' ? notYouAndOut(shop.email) : toOwner
    const message = { to: email, subject: `${headline}, ${shop.name}`, text: `${headline}.\n\n${advice}` }
    const delivery = await mailer.send(message)
    return delivery.kind === 'sent' ? { ...delivery, record: async () => {} } : delivery
  }
}
