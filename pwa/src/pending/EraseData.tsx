import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../shared/notices.ts'
import { Dialog } from '../shared/ui/Dialog.tsx'
import { Icon } from '../shared/ui/Icon.tsx'
import { eraseDevice } from '../outbox/erase.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { sendNow } from '../outbox/send-now.ts'

/** Lets the next person at this device find nothing of the one before. What is not sent yet is asked about. */
export function EraseData({ open }: { open: readonly string[] }) {
  const t = useTranslations('outbox')
  const [asked, setAsked] = useState(false)

  async function erase(unsent: 'keep' | 'delete'): Promise<void> {
    setAsked(false)
    await eraseDevice(pageOutbox().parts.db, unsent)
    notify({ title: t('erase.done') })
  }

  return (
    <>
      <button type="button" className="btn btn--quiet btn--sm queue__erase" onClick={() => setAsked(true)}>
        <Icon name="trash-2" size="i--sm" />
        {t('erase.title')}
      </button>
      {asked && (
        <Dialog title={t('erase.title')} onClose={() => setAsked(false)}>
          <p>{t('erase.text')}</p>
          {open.length === 0 ? (
            <button type="button" className="btn btn--ink btn--full" onClick={() => void erase('keep')}>
              {t('erase.erase')}
            </button>
          ) : (
            <>
              <p className="note note--warn">
                <Icon name="circle-alert" />
                <span>{t('erase.unsent', { count: open.length })}</span>
              </p>
              <button
                type="button"
                className="btn btn--ink btn--full"
                onClick={() => {
                  setAsked(false)
                  void sendNow(...open)
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
