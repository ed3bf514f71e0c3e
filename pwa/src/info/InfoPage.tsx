import type { InfoPageName } from '@tsedra/contract/info-page-names'
import { defaultLanguage, type Language, languages, parseLanguage } from '@tsedra/contract/language'
import { seller } from '@tsedra/contract/seller'
import { DEFAULT_PROMISE_HOURS, fillShopText } from '@tsedra/contract/shop-promise'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { infoPageQuery } from '../catalogue/info-page-query.ts'
import { readShopView } from '../shared/i18n/shop-view.ts'
import { getShopContacts } from '../shared/shop-contacts.ts'
import { useTitle } from '../shared/use-title.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { registerPreload } from '../shared/lazy-component.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { LoadError } from '../shared/ui/LoadError.tsx'
import type { InfoText, InfoTexts, SellerTexts } from './info-texts.ts'
import { Markdown } from './Markdown.tsx'
import './info.css'

/** Pages without a link in the footer. */
const legalPages = ['terms', 'privacy'] as const

/** A page with the owner's text, or with the built-in one, which is a chunk per language. */
export function InfoPage({ page: path }: { page: string }) {
  const page = path as InfoPageName
  const t = useTranslations()
  const language = useLanguage()
  const query = useQuery(infoTextsQuery(language))
  const own = useQuery(infoPageQuery(page, language))
  const isOwnLoading = own.isPending && own.fetchStatus === 'fetching'
  const text = query.data?.[page]
  useTitle(text && `${text.title} · ${t('brand')}`)

  if (query.isError) return <LoadError isPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <article className="wrap info">
      <h1 className="serif t-4">{text?.title ?? <span className="sk sk--line">…</span>}</h1>
      {own.data && <Markdown source={own.data} />}
      {text && !own.data && !isOwnLoading && <Sections parts={text.parts} />}
      {query.data && !isOwnLoading && page === 'contacts' && (
        <>
          <Contacts />
          <Seller texts={query.data.seller} />
          <ul className="info__links">
            {legalPages.map((legalPage) => (
              <li key={legalPage}>
                <Link to={`/${legalPage}`}>{query.data[legalPage].title}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  )
}

function Sections({ parts }: Pick<InfoText, 'parts'>) {
  const language = useLanguage()
  const { promiseHours = DEFAULT_PROMISE_HOURS, workingHours } = readShopView(language)
  return parts.map(({ heading, text }) => (
    <section key={text}>
      {heading && <h2 className="serif t-1">{heading}</h2>}
      <p>{fillShopText(text, { promiseHours, workingHours }, language)}</p>
    </section>
  ))
}

function Contacts() {
  const language = useLanguage()
  const { phone, phoneLink, telegram, telegramLink, email } = getShopContacts(language)
  const { address, links = [] } = readShopView(language)
  return (
    <>
      {address && <p>{address}</p>}
      <ul className="info__links">
        <li>
          <a className="btn btn--primary" href={telegramLink} rel="noreferrer">
            <Icon name="send" size="i--sm" />
            Telegram: @{telegram}
          </a>
        </li>
        <li>
          <a className="btn btn--line" href={phoneLink}>
            <Icon name="phone" size="i--sm" />
            {phone}
          </a>
        </li>
        <li>
          <a className="btn btn--line" href={`mailto:${email}`}>
            {email}
          </a>
        </li>
        {links.map((link) => (
          <li key={link}>
            <a className="btn btn--line" href={link} rel="noreferrer">
              {new URL(link).hostname.replace(/^www\./, '')}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function Seller({ texts }: { texts: SellerTexts }) {
  const language = useLanguage()
  const { sellerName, sellerAddress, sellerRegistration } = readShopView(language)
  return (
    <section>
      <h2 className="serif t-1">{texts.heading}</h2>
      <p>{sellerName ?? seller.name[language]}</p>
      <p>
        {texts.registration}: {sellerRegistration ?? seller.registration}
      </p>
      <p>
        {texts.address}: {sellerAddress ?? seller.address[language]}
      </p>
      {seller.isDemo && !(sellerName && sellerRegistration) && <p>{texts.demo}</p>}
    </section>
  )
}

/** Texts that have arrived: the first render of the page has them. */
const loadedTexts = new Map<Language, InfoTexts>()

export const infoTextsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['info', language],
    initialData: () => loadedTexts.get(language),
    queryFn: () => loadInfoTexts(language),
    networkMode: 'always',
  })

/** Returns the component once its texts are loaded too. Texts that fail to load do not affect it: it requests them again. */
export async function loadInfoPage(): Promise<typeof InfoPage> {
  await loadInfoTexts(parseLanguage(document.documentElement.lang) ?? defaultLanguage).catch(() => {})
  return InfoPage
}

async function loadInfoTexts(language: Language): Promise<InfoTexts> {
  const { texts } = await importTexts(language)
  loadedTexts.set(language, texts)
  return texts
}

function importTexts(language: Language): Promise<{ texts: InfoTexts }> {
  if (language === 'en') return import('./texts/en.ts')
  if (language === 'ru') return import('./texts/ru.ts')
  return import('./texts/ua.ts')
}

for (const language of languages) registerPreload(() => loadInfoTexts(language))
