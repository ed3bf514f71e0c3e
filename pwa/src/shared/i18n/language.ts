import { defaultLanguage, htmlLang, type Language, languages, parseLanguage } from '@tsedra/contract/language'
import type admin from './locales/admin.ua.json'
import type { lazyMessages } from './locales/lazy-messages.ts'
import type list from './locales/list.ua.json'
import type orders from './locales/orders.ua.json'
import type search from './locales/search.ua.json'
import type accounts from './locales/accounts.ua.json'
import ua from './locales/ua.json'
import { registerPreload } from '../lazy-component.ts'
import { writeLocal } from '../local-storage.ts'
import { createStore } from '../store.ts'
import { customiseMessages } from './shop-view.ts'
import { writeVisitLanguage } from './visit-language.ts'

type CoreMessages = typeof ua
/** Texts that are loaded with the screens that use them, not with the first load. */
type LazyMessages = typeof list & typeof search & typeof orders & typeof accounts & typeof admin

/** All texts of the shop. */
export type Messages = CoreMessages & LazyMessages

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages
  }
}

interface LocaleState {
  language: Language
  messages: CoreMessages & Partial<LazyMessages>
}

const localeStore = createStore<LocaleState>({
  language: defaultLanguage,
  messages: customiseMessages(ua, defaultLanguage),
})
/** Namespaces of the loaded screens: a change of language loads their texts too. */
const activeNamespaces = new Set<MessageNamespace>()
/** The language that was chosen last; its texts may still be loading. */
let requestedLanguage: Language = defaultLanguage
/** Counts the choices: the texts that an earlier choice fetched are discarded. */
let choiceCount = 0
let latestSwitch = Promise.resolve()

/** Renders in a language, with the owner's texts in place of built-in ones. */
export const setLocale = (language: Language, builtInTexts: LocaleState['messages']): void =>
  localeStore.set({ language, messages: customiseMessages(builtInTexts, language) })

export const useLocale = localeStore.use
export const getLocale = localeStore.get
export const useLanguage = (): Language => localeStore.use().language
export const getLanguage = (): Language => localeStore.get().language

/** Switches to the language that the boot script resolved; the default language is in the first load. */
export async function initLanguage(): Promise<void> {
  const chosen = parseLanguage(document.documentElement.lang) ?? defaultLanguage
  if (chosen === defaultLanguage) return
  await Promise.all([switchLanguage(chosen).catch(() => {}), chosen === 'en' && waitForLatinFonts()])
  document.documentElement.lang = htmlLang[getLanguage()]
}

/** Maximum wait of the first paint for the font of English headlines, in ms: the Cyrillic font is preloaded. */
const FONT_TIMEOUT_MS = 700

/** Waits for the headline font: a headline that changes its width after the first paint shifts the layout. */
async function waitForLatinFonts(): Promise<void> {
  const loaded = Promise.all(['500', 'italic 500'].map((style) => document.fonts.load(`${style} 1em Alegreya`, 'A')))
  await Promise.race([loaded.catch(() => {}), new Promise((done) => setTimeout(done, FONT_TIMEOUT_MS))])
}

/**
 * Switches to a language and stores it as the choice of this device.
 *
 * @throws when the texts cannot be fetched: the language stays as it was
 */
export async function chooseLanguage(language: Language): Promise<void> {
  await switchLanguage(language)
  writeLocal('lang', language)
  writeVisitLanguage(undefined)
}

/** Renders the texts again after the owner's texts have changed. */
export const reloadMessages = (): Promise<void> => switchLanguage(requestedLanguage)

/** Returns the module of a screen once its texts are loaded too. Failed texts of other screens do not affect it. */
export async function withMessages<T>(namespace: MessageNamespace, module: Promise<T>): Promise<T> {
  const [loadedModule] = await Promise.all([module, activateNamespace(namespace)])
  return loadedModule
}

async function activateNamespace(namespace: MessageNamespace): Promise<void> {
  while (!activeNamespaces.has(namespace)) {
    const language = requestedLanguage
    const messages = await loadLazyMessages(namespace, language)
    await latestSwitch.catch(() => {})
    // Another language was chosen while these texts were loading, or this one failed to load.
    if (language !== requestedLanguage || language !== getLanguage()) continue
    activeNamespaces.add(namespace)
    // No mounted component uses them yet, so nothing has to render again.
    Object.assign(localeStore.get().messages, customiseMessages(messages, language))
  }
}

function switchLanguage(language: Language): Promise<void> {
  latestSwitch = fetchAndSwitch(language)
  return latestSwitch
}

async function fetchAndSwitch(language: Language): Promise<void> {
  const choice = ++choiceCount
  requestedLanguage = language
  try {
    let messages: object[] = []
    // Another namespace may become active while the texts are loading.
    while (messages.length !== activeNamespaces.size + 1) {
      const lazyMessages = [...activeNamespaces].map((namespace) => loadLazyMessages(namespace, language))
      messages = await Promise.all([loadCoreMessages(language), ...lazyMessages])
    }
    if (choice !== choiceCount) return latestSwitch
    setLocale(language, Object.assign({}, ...messages) as LocaleState['messages'])
    document.documentElement.lang = htmlLang[language]
  } catch (error) {
    if (choice === choiceCount) requestedLanguage = getLanguage()
    throw error
  }
}

/** Returns the built-in texts of the first load. */
export async function loadCoreMessages(language: Language): Promise<CoreMessages> {
  if (language === 'en') return (await import('./locales/en.json')).default
  if (language === 'ru') return (await import('./locales/ru.json')).default
  return ua
}

type MessageNamespace = keyof typeof lazyMessages

async function loadLazyMessages(namespace: MessageNamespace, language: Language): Promise<object> {
  const { lazyMessages } = await import('./locales/lazy-messages.ts')
  return (await lazyMessages[namespace][language]()).default
}

for (const language of languages) {
  const parts = ['list', 'search', 'orders', 'accounts'] as const
  registerPreload(() =>
    Promise.all([loadCoreMessages(language), ...parts.map((part) => loadLazyMessages(part, language))]),
  )
}
