import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { setLastOrder } from '../shared/last-order-changes.ts'
import { showToast } from '../shared/toasts.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { eraseDevice } from '../outbox/erase-device.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { sendNow } from '../outbox/send-now.ts'
import { deleteRecentSearches } from '../shared/recent-searches.ts'
import { deleteSearchCounts } from '../storefront/search/search-counts.ts'

/** Erases personal data from a shared device. The dialog offers to send, keep or delete unsent orders. */
export function EraseData({ openEntryIds }: { openEntryIds: readonly string[] }) {
  const t = useTranslations('outbox')
  const [isConfirming, setIsConfirming] = useState(false)

  async function erase(unsent: 'keep' | 'delete'): Promise<void> {
    setIsConfirming(false)
    deleteSearchCounts()
    deleteRecentSearches()
    setLastOrder(null)
    await eraseDevice(pageOutbox().parts.db, unsent)
    showToast({ title: t('erase.done') })
  }

  return (
    <>
      <button type="button" className="btn btn--line btn--sm erase-data" onClick={() => setIsConfirming(true)}>
        <Icon name="trash-2" size="i--sm" />
        {t('erase.title')}
      </button>
      {isConfirming && (
        <Dialog title={t('erase.title')} onClose={() => setIsConfirming(false)}>
          <p>{t('erase.text')}</p>
          {openEntryIds.length === 0 ? (
            <button type="button" className="btn btn--ink btn--full" onClick={() => void erase('keep')}>
              {t('erase.erase')}
            </button>
          ) : (
            <>
              <p className="note note--warn">
                <Icon name="circle-alert" />
                <span>{t('erase.unsent', { count: openEntryIds.length })}</span>
              </p>
              <button
                type="button"
                className="btn btn--ink btn--full"
                onClick={() => {
                  setIsConfirming(false)
                  void sendNow(...openEntryIds)
                }}
              >
                {t('erase.send')}
              </button>
              <button type="button" className="btn btn--line btn--full" onClick={() => void erase('keep')}>
                {t('erase.keep')}
              </button>
              <button type="button" className="btn btn--line btn--full" onClick={() => void erase('delete')}>
                {t('erase.delete')}
              </button>
            </>
          )}
        </Dialog>
      )}
    </>
  )
}
