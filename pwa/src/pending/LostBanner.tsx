import { useLocation } from '../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { acknowledgeLoss, useLostCount } from '../outbox/storage-loss-canary.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import './lost-banner.css'

/** Warns that the browser has deleted the outbox: it is unknown whether its orders had been sent. */
export function LostBanner() {
  const t = useTranslations('outbox')
  const { pathname } = useLocation()
  const count = useLostCount()
  if (count === 0) return null
  return (
    // A key for each bottom bar: the banner is mounted again instead of moving from one to the other.
    <div key={pathname.startsWith('/product/') ? 'buy-bar' : 'bottom-nav'} className="lost-banner" role="alert">
      <Icon name="circle-alert" />
      <span>{t('lost', { count })}</span>
      <button type="button" className="btn btn--sm" onClick={acknowledgeLoss}>
        {t('lostSeen')}
      </button>
    </div>
  )
}
