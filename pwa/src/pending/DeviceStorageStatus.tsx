import { type Language, languages } from '@tsedra/contract/language'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { checkShell, useShellState } from '../shared/shell-state.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { formatDateTime } from '../shared/i18n/format-date-time.ts'
import { getConfirmedAt } from '../catalogue/catalogue-freshness.ts'
import { readSnapshot } from '../catalogue/local/catalogue-database.ts'
import { catalogueDatabase } from '../catalogue/local/local-catalogues.ts'
import { thumbnailProgress, recountThumbnails } from '../catalogue/sync/thumbnails.ts'

/** Shows how much of the catalogue is stored on this device, and whether the shop works offline. */
export function DeviceStorageStatus() {
  const t = useTranslations()
  const language = useLanguage()
  const pictureProgress = thumbnailProgress.use()
  const shell = useShellState()
  // Read again each time: the browser may have evicted stored data since.
  const { data: stored } = useQuery({
    queryKey: ['device-storage', language],
    queryFn: () => readStoredCatalogue(language),
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(checkShell, [])
  const lastConfirmedAt = getConfirmedAt(language)
  if (!stored) return null
  return (
    <section className="device-storage" aria-labelledby="device-storage">
      <h2 className="serif t-2" id="device-storage">
        {t('phone.title')}
      </h2>
      <p role="status">
        {!('serviceWorker' in navigator) && t('phone.shellNever')}
        {shell && (shell.missing === 0 ? t('phone.shell') : t('phone.shellMissing', { ...shell }))}
      </p>
      {stored.products === 0 || !lastConfirmedAt ? (
        <p>{t('phone.nothing')}</p>
      ) : (
        <>
          <p>
            {t('phone.catalogue', { count: stored.products })} {t('phone.languages', { count: stored.languages })}{' '}
            {t('offline.asOf', { at: formatDateTime(lastConfirmedAt, language) })}
          </p>
          {pictureProgress && (
            <p>
              <label htmlFor="pictures">
                {t('phone.pictures', { have: pictureProgress.have, of: pictureProgress.of })}
              </label>
              <progress id="pictures" value={pictureProgress.have} max={pictureProgress.of} />
            </p>
          )}
          {stored.megabytes > 0 && <p>{t('phone.room', { megabytes: stored.megabytes })}</p>}
        </>
      )}
    </section>
  )
}

async function readStoredCatalogue(language: Language) {
  const snapshots = await Promise.all(languages.map((lang) => readSnapshot(catalogueDatabase, lang)))
  const current = snapshots.find((snapshot) => snapshot?.lang === language)?.data
  if (current) await recountThumbnails(current).catch(() => {})
  const { usage = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return {
    products: current?.products.length ?? 0,
    languages: snapshots.filter(Boolean).length,
    megabytes: Math.round(usage / 1e5) / 10,
  }
}
