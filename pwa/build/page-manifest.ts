import { type Language, languages } from '@tsedra/contract/language'
import { type PageManifest, type PageMeta, staticPages } from '@tsedra/contract/page-manifest'
import { brand } from '@tsedra/contract/brand'
import type { Plugin } from 'vite'
import { bannerSizes, gallerySizes, rowSizes } from '../src/catalogue/picture-sizes.ts'
import headEn from '../src/shared/i18n/locales/head.en.json' with { type: 'json' }
import headRu from '../src/shared/i18n/locales/head.ru.json' with { type: 'json' }
import headUa from '../src/shared/i18n/locales/head.ua.json' with { type: 'json' }
import listEn from '../src/shared/i18n/locales/list.en.json' with { type: 'json' }
import listRu from '../src/shared/i18n/locales/list.ru.json' with { type: 'json' }
import listUa from '../src/shared/i18n/locales/list.ua.json' with { type: 'json' }
import en from '../src/shared/i18n/locales/en.json' with { type: 'json' }
import ru from '../src/shared/i18n/locales/ru.json' with { type: 'json' }
import ua from '../src/shared/i18n/locales/ua.json' with { type: 'json' }
import { texts as infoEn } from '../src/info/texts/en.ts'
import { texts as infoRu } from '../src/info/texts/ru.ts'
import { texts as infoUa } from '../src/info/texts/ua.ts'
import { getChunkFiles } from './chunk-files.ts'
import { webManifest } from './web-manifest.ts'

const coreMessages = { ua, ru, en }
const listMessages = { ua: listUa, ru: listRu, en: listEn }
const headTexts = { ua: headUa, ru: headRu, en: headEn }
const infoTexts = { ua: infoUa, ru: infoRu, en: infoEn }

/**
 * Writes `page.json` beside `index.html`: the chunk files, picture sizes and texts with which the server writes the HTML
 * of each address (infra/decisions/0032-page-html.md).
 *
 * @param screens the module of each lazy-loaded screen
 */
export function pageManifest(screens: Record<keyof PageManifest['screens'], string>): Plugin {
  return {
    name: 'page-manifest',
    apply: 'build',
    generateBundle: {
      // Before Vite's HTML plugin removes the entry chunk from the bundle.
      order: 'pre',
      handler(_options, bundle) {
        const facts: PageManifest = {
          screens: {
            category: getChunkFiles(screens.category, bundle),
            product: getChunkFiles(screens.product, bundle),
            drink: getChunkFiles(screens.drink, bundle),
            drinks: getChunkFiles(screens.drinks, bundle),
            info: getChunkFiles(screens.info, bundle),
          },
          languages: mapLanguages((lang) => (lang === 'ua' ? [] : getChunkFiles(`locales/${lang}.json`, bundle))),
          texts: mapLanguages((lang) => [
            ...getChunkFiles('locales/lazy-messages.ts', bundle),
            ...getChunkFiles(`locales/list.${lang}.json`, bundle),
          ]),
          sizes: { gallery: gallerySizes, row: rowSizes, banner: bannerSizes },
          words: mapLanguages(getPageTexts),
          webManifest,
        }
        this.emitFile({ type: 'asset', fileName: 'page.json', source: JSON.stringify(facts) })
      },
    },
  }
}

function getPageTexts(lang: Language): PageManifest['words'][Language] {
  const { title, category, product } = coreMessages[lang]
  const { drinks, notFound } = listMessages[lang]
  const pages = staticPages.map((page): [string, PageMeta] => {
    if (page === 'home') return [page, { title: title.home, description: headTexts[lang].home }]
    if (page === 'drinks') return [page, { title: `${drinks.title} · ${brand.name[lang]}`, description: drinks.text }]
    const { title: name, parts } = infoTexts[lang][page]
    return [
      page,
      {
        title: `${name} · ${brand.name[lang]}`,
        description: [parts[0]?.heading, parts[0]?.text].filter(Boolean).join(' '),
      },
    ]
  })
  return {
    ...(Object.fromEntries(pages) as Record<(typeof staticPages)[number], PageMeta>),
    missing: { page: notFound.document, category: category.missing, product: product.missing, drink: drinks.missing },
  }
}

const mapLanguages = <T>(create: (lang: Language) => T) =>
  Object.fromEntries(languages.map((lang) => [lang, create(lang)])) as Record<Language, T>
