import { type InfoPageName, infoPages } from '@tsedra/contract/info-page-names'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { EditInfoPage } from './EditInfoPage.tsx'

/** The info pages of the shop, each with the form of its text. */
export function InfoPageList() {
  const t = useTranslations('admin.pages')
  const [edited, setEdited] = useState<InfoPageName>()
  return (
    <section className="info-pages" aria-labelledby="info-pages">
      <h2 className="serif t-1" id="info-pages">
        {t('title')}
      </h2>
      <ul>
        {infoPages.map((page) => (
          <li key={page}>
            <button type="button" className="btn btn--line" onClick={() => setEdited(page)}>
              <Icon name="pencil" size="i--sm" />
              {t('edit', { name: t(`names.${page}`) })}
            </button>
          </li>
        ))}
      </ul>
      {edited && <EditInfoPage slug={edited} onClose={() => setEdited(undefined)} />}
    </section>
  )
}
