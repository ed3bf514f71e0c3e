import { locale } from '@tsedra/contract/language'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { formatAge } from './draft-changes.ts'
import type { FormDraftControls } from './use-form-draft.ts'

/** Offers the unsaved input that this device has of the form. */
export function DraftOffer({ draft: { offer, isOutdated, restore, discard } }: { draft: FormDraftControls }) {
  const t = useTranslations('admin.form.draft')
  const language = useLanguage()
  const [openedAt] = useState(Date.now)
  if (!offer) return null
  return (
    <div className="note note--warn draft-offer" role="alert">
      <b>{t('title', { age: formatAge(offer.savedAt, openedAt, locale[language]) })}</b>
      <p>{t(isOutdated ? 'outdated' : 'text')}</p>
      <button type="button" className="btn btn--line btn--sm" onClick={restore}>
        {t('restore')}
      </button>
      <button type="button" className="btn btn--quiet btn--sm" onClick={discard}>
        {t('discard')}
      </button>
    </div>
  )
}
