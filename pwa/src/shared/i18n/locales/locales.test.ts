import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import adminEn from './admin.en.json' with { type: 'json' }
import adminRu from './admin.ru.json' with { type: 'json' }
import adminUa from './admin.ua.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }
import headEn from './head.en.json' with { type: 'json' }
import headRu from './head.ru.json' with { type: 'json' }
import headUa from './head.ua.json' with { type: 'json' }
import listEn from './list.en.json' with { type: 'json' }
import listRu from './list.ru.json' with { type: 'json' }
import listUa from './list.ua.json' with { type: 'json' }
import ordersEn from './orders.en.json' with { type: 'json' }
import ordersRu from './orders.ru.json' with { type: 'json' }
import ordersUa from './orders.ua.json' with { type: 'json' }
import peopleEn from './people.en.json' with { type: 'json' }
import peopleRu from './people.ru.json' with { type: 'json' }
import peopleUa from './people.ua.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import ua from './ua.json' with { type: 'json' }
import workerEn from './worker.en.json' with { type: 'json' }
import workerRu from './worker.ru.json' with { type: 'json' }
import workerUa from './worker.ua.json' with { type: 'json' }

interface Texts {
  [key: string]: string | Texts
}

const flat = (texts: Texts, under = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[under + key, value] as [string, string]] : flat(value, `${under}${key}.`),
  )

const spoken = {
  ua: new Map(flat({ ...ua, ...listUa, ...ordersUa, ...peopleUa, ...adminUa, worker: workerUa, head: headUa })),
  ru: new Map(flat({ ...ru, ...listRu, ...ordersRu, ...peopleRu, ...adminRu, worker: workerRu, head: headRu })),
  en: new Map(flat({ ...en, ...listEn, ...ordersEn, ...peopleEn, ...adminEn, worker: workerEn, head: headEn })),
}
const argumentsOf = (text: string) => [...new Set(text.match(/\{(\w+)(?=[,}])/g))].sort()

test('every text exists in three languages, with the same arguments', () => {
  for (const texts of [spoken.ru, spoken.en]) {
    expect([...texts.keys()].sort()).toEqual([...spoken.ua.keys()].sort())
    for (const [key, text] of texts) expect(argumentsOf(text), key).toEqual(argumentsOf(spoken.ua.get(key) ?? ''))
  }
})

test('every text is good ICU, and what counts has the forms of its language', () => {
  for (const [language, texts] of Object.entries(spoken)) {
    const forms = language === 'en' ? ['one', 'other'] : ['one', 'few', 'many', 'other']
    for (const [key, text] of texts) {
      expect(() => compile(text), key).not.toThrow()
      if (!text.includes(', plural,')) continue
      for (const form of forms) expect(text, `${language} ${key}`).toContain(`${form} {`)
    }
  }
})

test('no text is left in another language’s letters', () => {
  for (const [key, text] of spoken.en) expect(text, key).not.toMatch(/\p{Script=Cyrillic}/u)
  for (const [key, text] of spoken.ru) expect(text, key).not.toMatch(/[іїєґ]/i)
  for (const [key, text] of spoken.ua) expect(text, key).not.toMatch(/[ыэъё]/i)
})
