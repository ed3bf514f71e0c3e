import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { EnterOrder } from './EnterOrder.tsx'

/** Opens the form for an order that a customer places by phone. */
export function EnterOrderButton({ onEntered }: { onEntered: (id: string) => void }) {
  const t = useTranslations('desk.enter')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="btn btn--primary" onClick={() => setIsOpen(true)}>
        <Icon name="plus" size="i--sm" />
        {t('action')}
      </button>
      {isOpen && <EnterOrder onEntered={onEntered} onClose={() => setIsOpen(false)} />}
    </>
  )
}
