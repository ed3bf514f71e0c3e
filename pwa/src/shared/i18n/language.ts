import { defaultLanguage, htmlLang, type Language, languages, parseLanguage } from '@tsedra/contract/language'
import type admin from './locales/admin.ua.json'
import type { later } from './locales/later.ts'
import type list from './locales/list.ua.json'
import type orders from './locales/orders.ua.json'
import type people from './locales/people.ua.json'
import ua from './locales/ua.json'
import { neededLater } from '../lazily.ts'
import { remember } from '../remembered.ts'
import { createStore } from '../store.ts'

type FrameMessages = typeof ua
/** Texts that come with the screens that speak them, not with the first load. */
type LaterMessages = typeof list & typeof orders & typeof people & typeof admin

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

const spoken = createStore<Spoken>({ language: defaultLanguage, messages: { ...ua } })
/** Parts whose screens speak: another language brings their texts along. */
const partsSpoken = new Set<TextPart>()
/** The language that was chosen last; its texts may still be on their way. */
let wanted: Language = defaultLanguage
/** Counts the choices: what an earlier one fetched is not spoken any more. */
let choices = 0
let latest = Promise.resolve()

export const useSpoken = spoken.use
export const currentTexts = spoken.get
export const useLanguage = (): Language => spoken.use().language
export const currentLanguage = (): Language => spoken.get().language

/** Speaks the language that the early script has settled; the shop's own language is there at once. */
export async function startLanguage(): Promise<void> {
  const chosen = parseLanguage(document.documentElement.lang) ?? defaultLanguage
  if (chosen === defaultLanguage) return
  await Promise.all([speak(chosen).catch(() => {}), chosen === 'en' && latinHeadlines()])
  document.documentElement.lang = htmlLang[currentLanguage()]
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

/** A screen together with the texts it speaks. Those of other screens that cannot be had take nothing from it. */
export async function withTexts<T>(texts: TextPart, part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, speakAlso(texts)])
  return loaded
}

async function speakAlso(part: TextPart): Promise<void> {
  while (!partsSpoken.has(part)) {
    const language = wanted
    const texts = await laterTexts(part, language)
    await latest.catch(() => {})
    // Another language was chosen meanwhile, or this one could not be had.
    if (language !== wanted || language !== currentLanguage()) continue
    partsSpoken.add(part)
    // Nobody on the screen speaks them yet: nothing is drawn anew.
    Object.assign(spoken.get().messages, texts)
  }
}

function speak(language: Language): Promise<void> {
  latest = fetchAndSpeak(language)
  return latest
}

async function fetchAndSpeak(language: Language): Promise<void> {
  const choice = ++choices
  wanted = language
  try {
    let texts: object[] = []
    // A screen may begin to speak while the texts of the others are on their way.
    while (texts.length !== partsSpoken.size + 1) {
      const later = [...partsSpoken].map((part) => laterTexts(part, language))
      texts = await Promise.all([frameTexts(language), ...later])
    }
    if (choice !== choices) return latest
    spoken.set({ language, messages: Object.assign({}, ...texts) as Spoken['messages'] })
    document.documentElement.lang = htmlLang[language]
  } catch (error) {
    if (choice === choices) wanted = currentLanguage()
    throw error
  }
}

async function frameTexts(language: Language): Promise<FrameMessages> {
  if (language === 'en') return (await import('./locales/en.json')).default
  if (language === 'ru') return (await import('./locales/ru.json')).default
  return ua
}

type TextPart = keyof typeof later

async function laterTexts(part: TextPart, language: Language): Promise<object> {
  const { later } = await import('./locales/later.ts')
  return (await later[part][language]()).default
}

for (const language of languages) {
  const parts = ['list', 'orders', 'people'] as const
  neededLater(() => Promise.all([frameTexts(language), ...parts.map((part) => laterTexts(part, language))]))
}
