import { htmlLang, type Language } from '@tsedra/contract/language'
import { useState } from 'react'
import { useLocation } from '../../../shared/router/Router.tsx'
import { useChooseLanguage } from '../../../settings/LanguageLinks.tsx'
import { useLanguage } from '../../../shared/i18n/language.ts'
import { readLocal, writeLocal } from '../../../shared/local-storage.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import './language-offer.css'
import { isCrawler, pickOffer } from './pick-offer.ts'

const DECLINED_KEY = 'languageOfferDeclined'

/** In the offered language, whose other texts are not loaded. */
const offerTexts: Record<Language, { question: string; close: string }> = {
  ua: { question: 'Переглянути українською?', close: 'Закрити' },
  ru: { question: 'Смотреть на русском?', close: 'Закрыть' },
  en: { question: 'View in English?', close: 'Close' },
}

/** One line that offers another language, until the visitor chooses a language or closes it. */
export function LanguageOffer() {
  const pageLanguage = useLanguage()
  const { pathname } = useLocation()
  const choose = useChooseLanguage()
  const [isDeclined, setIsDeclined] = useState(() => readLocal(DECLINED_KEY) !== undefined)
  const offer = pickOffer(pageLanguage, navigator.languages)
  const isHidden = isDeclined || readLocal('lang') !== undefined || isCrawler(navigator.userAgent)
  if (!offer || isHidden || pathname.startsWith('/admin')) return null
  const { question, close } = offerTexts[offer]

  function decline(): void {
    writeLocal(DECLINED_KEY, '1')
    setIsDeclined(true)
  }

  return (
    <aside className="language-offer" lang={htmlLang[offer]} aria-label={question}>
      <button type="button" className="language-offer__accept" onClick={() => choose(offer)}>
        {question}
      </button>
      <button type="button" className="icon-btn" aria-label={close} onClick={decline}>
        <Icon name="x" />
      </button>
    </aside>
  )
}
