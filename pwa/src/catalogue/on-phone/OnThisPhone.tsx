import { type Language, languages } from '@tsedra/contract/language'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/language.ts'
import { formatMoment } from '../../shared/moment.ts'
import { confirmedAt } from '../confirmed.ts'
import { shelfOf } from './shelves.ts'
import { progress } from './thumbnails.ts'

/** What of the catalogue is on this device: whether the shop can be used without a network. */
export function OnThisPhone() {
  const t = useTranslations()
  const language = useLanguage()
  const pictures = progress.use()
  const { data: kept } = useQuery({ queryKey: ['on this phone', language], queryFn: () => look(language) })
  const at = confirmedAt(language)
  if (!kept) return null
  return (
    <section className="phone" aria-labelledby="on-this-phone">
      <h2 className="serif t-2" id="on-this-phone">
        {t('phone.title')}
      </h2>
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
  const shelf = await shelfOf(language)
  const found = await shelf?.products({})
  const { usage = 0 } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {}
  return {
    products: found?.total ?? 0,
    languages: languages.filter(confirmedAt).length,
    megabytes: Math.round(usage / 1e5) / 10,
  }
}
