import { defaultLanguage, htmlLang, type Language } from '@tsedra/contract/language'
import type { Db } from '@tsedra/database/connection'
import { readUnsubscribeToken } from '@tsedra/database/unsubscribe-tokens'
import type { Response, Router } from 'express'
import { createRouter } from '../http/router.ts'

interface Deps {
  db: Db
  codeSecret: string
}

const texts: Record<Language, Record<'question' | 'stop' | 'stopped' | 'invalid' | 'settings', string>> = {
  ua: {
    question: 'Не надсилати листів про замовлення?',
    stop: 'Не надсилати',
    stopped: 'Більше не надсилатимемо листів про замовлення.',
    invalid: 'Це посилання недійсне.',
    settings: 'Змінити це можна в налаштуваннях профілю.',
  },
  ru: {
    question: 'Не присылать писем о заказах?',
    stop: 'Не присылать',
    stopped: 'Больше не будем присылать писем о заказах.',
    invalid: 'Эта ссылка недействительна.',
    settings: 'Изменить это можно в настройках профиля.',
  },
  en: {
    question: 'Stop e-mails about orders?',
    stop: 'Stop them',
    stopped: 'We will no longer send e-mails about orders.',
    invalid: 'This link is not valid.',
    settings: 'You can change this in the settings of your profile.',
  },
}

/**
 * Mounts the unsubscribe link of e-mails (RFC 8058). Mail servers post it without cookies and from elsewhere, so it is mounted
 * before `requireSameOrigin`: the signed token is the only credential. A GET changes nothing, because mail scanners open links.
 */
export function unsubscribeRoutes({ db, codeSecret }: Deps): Router {
  const router = createRouter()

  router.get('/api/unsubscribe/:token', async (req, res) => {
    const user = await findUser(req.params.token)
    if (!user) return sendInvalid(res)
    const { question, stop, settings } = texts[user.language ?? defaultLanguage]
    sendPage(res, user.language, question, `<form method="post"><button>${stop}</button></form><p>${settings}</p>`)
  })

  // The body is not read: the address alone identifies the account and the action.
  router.post('/api/unsubscribe/:token', async (req, res) => {
    const user = await findUser(req.params.token)
    if (!user) return sendInvalid(res)
    await db('users').where({ id: user.id }).update({ order_emails: false })
    const { stopped, settings } = texts[user.language ?? defaultLanguage]
    sendPage(res, user.language, stopped, `<p>${settings}</p>`)
  })

  return router

  async function findUser(token: string): Promise<{ id: string; language: Language | null } | undefined> {
    const id = readUnsubscribeToken(codeSecret, token)
    if (id === undefined) return undefined
    return db('users').where({ id }).first<{ id: string; language: Language | null } | undefined>('id', 'language')
  }
}

function sendInvalid(res: Response): void {
  res.status(404)
  sendPage(
    res,
    null,
    texts[defaultLanguage].invalid,
    `<p lang="ru">${texts.ru.invalid}</p><p lang="en">${texts.en.invalid}</p>`,
  )
}

/** Sends a page of its own: it works in every mail app, without the shop's scripts. The content is no user input. */
function sendPage(res: Response, language: Language | null, title: string, content: string): void {
  const lang = htmlLang[language ?? defaultLanguage]
  res
    .set('Cache-Control', 'no-store')
    .set('Content-Security-Policy', "default-src 'none'; form-action 'self'; frame-ancestors 'none'")
    .type('html')
    .send(
      `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title>` +
        `<main><h1>${title}</h1>${content}</main></html>`,
    )
}
