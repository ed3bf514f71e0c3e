import { type Language, languages } from '@tsedra/contract/language'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { checkShell, useShellState } from '../shared/shell-state.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { formatMoment } from '../shared/i18n/moment.ts'
import { confirmedAt } from '../catalogue/confirmed.ts'
import { readSnapshot } from '../catalogue/local/database.ts'
import { data } from '../catalogue/local/shelves.ts'
import { progress, recount } from '../catalogue/sync/thumbnails.ts'

/** What of the catalogue is on this device: whether the shop can be used without a network. */
export function OnThisPhone() {
  const t = useTranslations()
  const language = useLanguage()
  const pictures = progress.use()
  const shell = useShellState()
  // What is stored is read anew each time: the browser may have evicted it since.
  const { data: kept } = useQuery({
    queryKey: ['on this phone', language],
    queryFn: () => look(language),
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(checkShell, [])
  const at = confirmedAt(language)
  if (!kept) return null
  return (
    <section className="phone" aria-labelledby="on-this-phone">
      <h2 className="serif t-2" id="on-this-phone">
        {t('phone.title')}
      </h2>
      <p role="status">
        {!('serviceWorker' in navigator) && t('phone.shellNever')}
        {shell && (shell.missing === 0 ? t('phone.shell') : t('phone.shellMissing', { ...shell }))}
      </p>
      {kept.products === 0 || !at ? (
        <p>{t('phone.nothing')}</p>
      ) : (
        <>
          <p>
            {t('phone.catalogue', { count: kept.products })} {t('phone.languages', { count: kept.languages })}{' '}
            {t('offline.asOf', { at: formatMoment(at, language) })}
          </p>
          {pictures && (
            <p>
              <label htmlFor="pictures">{t('phone.pictures', { have: pictures.have, of: pictures.of })}</label>
              <progress id="pictures" value={pictures.have} max={pictures.of} />
            </p>
          )}
          {kept.megabytes > 0 && <p>{t('phone.room', { megabytes: kept.megabytes })}</p>}
        </>
      )}
    </section>
  )
}

async function look(language: Language) {
  const snapshots = await Promise.all(languages.map((lang) => readSnapshot(data, lang)))
  const current = snapshots.find((snapshot) => snapshot?.lang === language)?.data
  if (current) await recount(current).catch(() => {})
  const { usage = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return {
    products: current?.products.length ?? 0,
    languages: snapshots.filter(Boolean).length,
    megabytes: Math.round(usage / 1e5) / 10,
  }
}
