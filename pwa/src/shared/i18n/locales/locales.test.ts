import { readFileSync } from 'node:fs'
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
import searchEn from './search.en.json' with { type: 'json' }
import searchRu from './search.ru.json' with { type: 'json' }
import searchUa from './search.ua.json' with { type: 'json' }
import accountsEn from './accounts.en.json' with { type: 'json' }
import accountsRu from './accounts.ru.json' with { type: 'json' }
import accountsUa from './accounts.ua.json' with { type: 'json' }
import ru from './ru.json' with { type: 'json' }
import ua from './ua.json' with { type: 'json' }
import workerEn from './worker.en.json' with { type: 'json' }
import workerRu from './worker.ru.json' with { type: 'json' }
import workerUa from './worker.ua.json' with { type: 'json' }

interface Texts {
  [key: string]: string | Texts
}

const flatten = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  )

const textsByLanguage = {
  ua: new Map(
    flatten({ ...ua, ...listUa, ...searchUa, ...ordersUa, ...accountsUa, ...adminUa, worker: workerUa, head: headUa }),
  ),
  ru: new Map(
    flatten({ ...ru, ...listRu, ...searchRu, ...ordersRu, ...accountsRu, ...adminRu, worker: workerRu, head: headRu }),
  ),
  en: new Map(
    flatten({ ...en, ...listEn, ...searchEn, ...ordersEn, ...accountsEn, ...adminEn, worker: workerEn, head: headEn }),
  ),
}
const getArguments = (text: string) => [...new Set(text.match(/\{(\w+)(?=[,}])/g))].sort()

test('every text exists in three languages, with the same arguments', () => {
  for (const texts of [textsByLanguage.ru, textsByLanguage.en]) {
    expect([...texts.keys()].sort()).toEqual([...textsByLanguage.ua.keys()].sort())
    for (const [key, text] of texts)
      expect(getArguments(text), key).toEqual(getArguments(textsByLanguage.ua.get(key) ?? ''))
  }
})

test('every text is valid ICU, and plurals have all forms of their language', () => {
  for (const [language, texts] of Object.entries(textsByLanguage)) {
    const forms = language === 'en' ? ['one', 'other'] : ['one', 'few', 'many', 'other']
    for (const [key, text] of texts) {
      expect(() => compile(text), key).not.toThrow()
      if (!text.includes(', plural,')) continue
      for (const form of forms) expect(text, `${language} ${key}`).toContain(`${form} {`)
    }
  }
})

test('no text contains characters of another language’s alphabet', () => {
  for (const [key, text] of textsByLanguage.en) expect(text, key).not.toMatch(/\p{Script=Cyrillic}/u)
  for (const [key, text] of textsByLanguage.ru) expect(text, key).not.toMatch(/[іїєґ]/i)
  for (const [key, text] of textsByLanguage.ua) expect(text, key).not.toMatch(/[ыэъё]/i)
})

test('the text font has every character of a text', () => {
  const css = readFileSync(new URL('../../styles/fonts.css', import.meta.url), 'utf8')
  const ranges = [...css.matchAll(/font-family: "Onest";[^}]*unicode-range: ([^;]+);/g)].flatMap(([, list = '']) =>
    list.split(', ').map((range) => {
      const [first = '', last = first] = range.slice('U+'.length).split('-')
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
    }),
  )
  const isCovered = (character: string) => {
    const code = character.codePointAt(0) ?? 0
    return ranges.some(([first, last]) => code >= first && code <= last)
  }
  for (const texts of Object.values(textsByLanguage)) {
    for (const [key, text] of texts)
      expect(
        [...text].filter((character) => !isCovered(character)),
        key,
      ).toEqual([])
  }
})
