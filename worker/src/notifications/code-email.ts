import type { Language } from '@tsedra/contract/language'
import { CODE_TTL_S, type CodeRequest } from '@tsedra/database/verifications'

interface EmailText {
  subject: string
  text: string
}

const minutes = CODE_TTL_S / 60

/** The effect of the code per language; never text that a user typed. */
const purposeTexts: Record<Language, Record<CodeRequest['purpose'], string>> = {
  ua: {
    register: 'завершить реєстрацію',
    verify: 'підтвердить вашу адресу',
    identity: 'підтвердить вашу нову адресу',
    reset: 'дозволить задати новий пароль',
  },
  ru: {
    register: 'завершит регистрацию',
    verify: 'подтвердит ваш адрес',
    identity: 'подтвердит ваш новый адрес',
    reset: 'позволит задать новый пароль',
  },
  en: {
    register: 'completes your registration',
    verify: 'confirms your address',
    identity: 'confirms your new address',
    reset: 'lets you set a new password',
  },
}

/** Builds the e-mail with a verification code; `name` is that of the shop. */
export function buildCodeEmail(
  { purpose, language }: Pick<CodeRequest, 'purpose' | 'language'>,
  code: string,
  name: string,
): EmailText {
  const purposeText = purposeTexts[language][purpose]
  switch (language) {
    case 'ua':
      return {
        subject: `${code} — ваш код, ${name}`,
        text: `${code}\n\nЦей код ${purposeText}. Він діє ${minutes} хвилин.\n\nНікому його не повідомляйте: ми ніколи про нього не питаємо. Якщо ви його не запитували, просто видаліть цей лист.`,
      }
    case 'ru':
      return {
        subject: `${code} — ваш код, ${name}`,
        text: `${code}\n\nЭтот код ${purposeText}. Он действует ${minutes} минут.\n\nНикому его не сообщайте: мы никогда о нём не спрашиваем. Если вы его не запрашивали, просто удалите это письмо.`,
      }
    case 'en':
      return {
        subject: `${code} is your code, ${name}`,
        text: `${code}\n\nThis code ${purposeText}. It is valid for ${minutes} minutes.\n\nDon’t share it with anyone: we never ask for it. If you didn’t request it, just delete this email.`,
      }
  }
}

/** Builds the e-mail to the owner of an address that another user entered although it already has an account. */
export function buildAccountExistsEmail(language: Language, publicOrigin: string, name: string): EmailText {
  const link = `${publicOrigin}/?login=1`
  switch (language) {
    case 'ua':
      return {
        subject: `У вас уже є акаунт, ${name}`,
        text: `Хтось вказав цю адресу в нашому магазині, але акаунт із нею вже є.\n\nЯкщо це були ви, увійдіть або задайте новий пароль:\n${link}\n\nЯкщо ні, нічого робити не потрібно.`,
      }
    case 'ru':
      return {
        subject: `У вас уже есть аккаунт, ${name}`,
        text: `Кто-то указал этот адрес в нашем магазине, но аккаунт с ним уже есть.\n\nЕсли это были вы, войдите или задайте новый пароль:\n${link}\n\nЕсли нет, ничего делать не нужно.`,
      }
    case 'en':
      return {
        subject: `You already have an account, ${name}`,
        text: `Someone entered this address in our shop, but it already has an account.\n\nIf it was you, sign in or set a new password:\n${link}\n\nIf it wasn’t, you don’t need to do anything.`,
      }
  }
}
