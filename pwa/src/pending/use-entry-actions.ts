import { orderNumber } from '@tsedra/contract/order-number'
import { useTranslations } from 'use-intl'
import { orderText, share } from '../orders/share.ts'
import { useStoreChange } from '../orders/use-store-change.ts'
import { cancelEntry, revertCancel } from '../outbox/cancel-entry.ts'
import type { Draft } from '../outbox/draft.ts'
import { canWithdraw, type Entry } from '../outbox/entry.ts'
import { pageOutbox } from '../outbox/page-outbox.ts'
import { sendNow } from '../outbox/send-now.ts'
import { copyToClipboard } from '../shared/copy-to-clipboard.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { deleteLastOrder } from '../shared/last-order-changes.ts'
import { openOverlay } from '../shared/overlay-state.ts'
import { showToast } from '../shared/toasts.ts'
import type { IconName } from '../shared/ui/Icon.tsx'
import type { MenuItem } from '../shared/ui/MenuItems.tsx'
import { useOnline } from '../shared/use-online.ts'
import { type EntryAction, listActions, MAX_BUTTONS } from './entry-actions.ts'

export interface Edited {
  entry: Entry
  /** The draft that has its text; absent until the server has confirmed the cancellation. */
  draft?: Draft
}

interface EntryActions {
  buttons: MenuItem[]
  menu: MenuItem[]
  /** An order that may have reached the server is cancelled there first; offline the form would open at an unknown time. */
  canEdit: boolean
}

/** Returns what the shopper can do with a pending order. */
export function useEntryActions(entry: Entry, onEdit: (edited: Edited) => void): EntryActions {
  const t = useTranslations('outbox')
  const tOrder = useTranslations('order')
  const language = useLanguage()
  const isOnline = useOnline()
  const storeChange = useStoreChange()
  const canEdit = canWithdraw(entry) || isOnline
  const { id, summary } = entry

  const items: Record<EntryAction, { label: string; icon: IconName; isDisabled?: boolean; onSelect: () => void }> = {
    signIn: { label: t('signInToSend'), icon: 'user-round', onSelect: () => openOverlay('signIn') },
    sendNow: { label: t('sendNow'), icon: 'send', onSelect: () => void sendNow(id) },
    askNow: { label: t('askNow'), icon: 'send', onSelect: () => void sendNow(id) },
    edit: { label: t('edit'), icon: 'pencil', isDisabled: !canEdit, onSelect: () => void cancelOrEdit('edit') },
    cancel: { label: t('cancel'), icon: 'trash-2', onSelect: () => void cancelOrEdit('cancel') },
    keep: { label: t('keep'), icon: 'refresh-cw', onSelect: () => void keepOrder() },
  }
  const actions = listActions(entry).map((action) => items[action])
  return {
    buttons: actions.slice(0, MAX_BUTTONS),
    menu: [...actions.slice(MAX_BUTTONS), ...textItems()],
    canEdit,
  }

  /** The order as text for a messenger, shared or copied. */
  function textItems(): MenuItem[] {
    const text = orderText(id, summary, language)
    const copy = async () => {
      if (await copyToClipboard(text)) showToast({ title: t('copied') })
    }
    return [
      ...('share' in navigator
        ? [{ label: t('share'), icon: 'share' as const, onSelect: () => void share({ text }) }]
        : []),
      { label: tOrder('copyOrder'), icon: 'copy', onSelect: () => void copy() },
    ]
  }

  async function cancelOrEdit(purpose: 'cancel' | 'edit'): Promise<void> {
    const { parts, sender } = pageOutbox()
    const result = await storeChange(() => cancelEntry(parts.db, id, purpose, parts.now()))
    if (!result) return
    if (purpose === 'cancel' && result !== 'too_late') deleteLastOrder(id)
    if (result === 'cancelled') showToast({ title: t('removed', { number: orderNumber(id) }) })
    else if (result === 'too_late') showToast({ kind: 'bad', title: t('tooLate') })
    else {
      if (purpose === 'edit') onEdit({ entry, ...(typeof result === 'object' && { draft: result }) })
      await sender.nudge()
    }
  }

  async function keepOrder(): Promise<void> {
    const { parts, sender } = pageOutbox()
    const result = await storeChange(() => revertCancel(parts.db, id, parts.now()))
    if (result !== undefined) await sender.nudge()
  }
}
