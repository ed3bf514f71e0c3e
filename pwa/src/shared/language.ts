import { defaultLanguage, htmlLang, type Language, languages, parseLanguage } from '@tsedra/contract/language'
import type { later } from '../locales/later.ts'
import type orders from '../locales/orders.ua.json'
import type people from '../locales/people.ua.json'
import ua from '../locales/ua.json'
import { neededLater } from './lazily.ts'
import { recall, remember } from './remembered.ts'
import { createStore } from './store.ts'

type FrameMessages = typeof ua
/** Texts that come with the screens that speak them, not with the first load. */
type LaterMessages = typeof orders & typeof people

/** Every text of the shop. */
export type Messages = FrameMessages & LaterMessages

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

interface Spoken {
  language: Language
  messages: FrameMessages & Partial<LaterMessages>
}

const spoken = createStore<Spoken>({ language: defaultLanguage, messages: ua })
const partsWanted = new Set<TextPart>()
/** The language that was asked for last; its texts may still be on their way. */
let wanted: Language = defaultLanguage
/** Counts the askings: what an earlier one fetched is not spoken any more. */
let asked = 0
let latest = Promise.resolve()

export const useSpoken = spoken.use
export const currentTexts = spoken.get
export const useLanguage = (): Language => spoken.use().language
export const currentLanguage = (): Language => spoken.get().language

/** Speaks the language chosen earlier on this device; the shop's own language is there at once. */
export async function startLanguage(): Promise<void> {
  const chosen = parseLanguage(recall('lang') ?? '') ?? defaultLanguage
  if (chosen !== defaultLanguage)
    await Promise.all([speak(chosen).catch(() => {}), chosen === 'en' && latinHeadlines()])
}

/** Milliseconds that the first paint may wait for the letters of English headlines: Cyrillic ones are preloaded. */
const FONT_PATIENCE_MS = 700

/** Headlines that change their width after the first paint would move what stands below. */
async function latinHeadlines(): Promise<void> {
  const loaded = Promise.all(['500', 'italic 500'].map((style) => document.fonts.load(`${style} 1em Alegreya`, 'A')))
  await Promise.race([loaded.catch(() => {}), new Promise((done) => setTimeout(done, FONT_PATIENCE_MS))])
}

/** @throws when the texts cannot be fetched: the language stays as it was */
export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language)
  remember('lang', language)
}

/** A screen together with the texts it speaks. */
export async function withTexts<T>(texts: TextPart, part: Promise<T>): Promise<T> {
  partsWanted.add(texts)
  const [loaded] = await Promise.all([part, speak(wanted)])
  return loaded
}

function speak(language: Language): Promise<void> {
  latest = fetchAndSpeak(language)
  return latest
}

async function fetchAndSpeak(language: Language): Promise<void> {
  const turn = ++asked
  const before = wanted
  wanted = language
  try {
    const later = [...partsWanted].map((part) => laterTexts(part, language))
    const [frame, ...parts] = await Promise.all([frameTexts(language), ...later])
    // A later asking brings these texts too; a screen must not be shown before they are there.
    if (turn !== asked) return latest
    spoken.set({ language, messages: Object.assign({}, frame, ...parts) as Spoken['messages'] })
    document.documentElement.lang = htmlLang[language]
  } catch (error) {
    if (turn === asked) wanted = before
    throw error
  }
}

async function frameTexts(language: Language): Promise<FrameMessages> {
  if (language === 'en') return (await import('../locales/en.json')).default
  if (language === 'ru') return (await import('../locales/ru.json')).default
  return ua
}

type TextPart = keyof typeof later

async function laterTexts(part: TextPart, language: Language): Promise<object> {
  const { later } = await import('../locales/later.ts')
  return (await later[part][language]()).default
}

for (const language of languages) {
  neededLater(() => Promise.all([frameTexts(language), laterTexts('orders', language), laterTexts('people', language)]))
}
