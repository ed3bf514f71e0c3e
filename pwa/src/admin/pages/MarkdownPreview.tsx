import { htmlLang, type Language } from '@tsedra/contract/language'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Markdown } from '../../info/Markdown.tsx'
import type { InfoPageFormValues } from './info-page-form.ts'
import '../../info/info.css'

/** What customers see; its links are inactive, so that none leaves the form. */
export function MarkdownPreview({ language }: { language: Language }) {
  const t = useTranslations('admin.pages')
  const source = useWatch<InfoPageFormValues, `texts.${Language}`>({ name: `texts.${language}` })
  return (
    <section
      className="shop-preview info"
      aria-label={t('preview')}
      onClickCapture={(event) => event.preventDefault()}
      lang={htmlLang[language]}
    >
      {source.trim() ? <Markdown source={source} /> : <p>{t('builtIn')}</p>}
    </section>
  )
}
