import type { StaffOrderRow } from '@tsedra/contract/admin-orders'
import { useState } from 'react'
import { useOnline } from '../../shared/use-online.ts'
import type { OrderKeyAction } from './order-keys.ts'
import { useShortcutSetting } from './shortcut-setting.ts'
import { undoLast } from './undo-stack.ts'
import { useChangeStatus } from './use-change-status.ts'
import { useCurrentRow } from './use-current-row.ts'
import { useOrderKeys } from './use-order-keys.ts'
import type { useOrderList } from './use-order-list.ts'
import type { useSelection } from './use-selection.ts'

type List = Pick<ReturnType<typeof useOrderList>, 'orders' | 'selectedOrderId' | 'selectOrder'>

/** Keyboard control of the order list: the current row, its actions and the help. */
export function useOrderKeyboard(
  { orders = [], selectedOrderId, selectOrder }: List,
  selection: ReturnType<typeof useSelection>,
) {
  const isOnline = useOnline()
  const hasSingleKeys = useShortcutSetting()
  const { move: changeStatus } = useChangeStatus()
  const { currentId, move, getRowProps } = useCurrentRow(orders.map(({ id }) => id))
  const [replyOrderId, setReplyOrderId] = useState<string>()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const current = orders.find(({ id }) => id === currentId)

  const actions: Record<OrderKeyAction, () => void> = {
    next: () => move(1),
    previous: () => move(-1),
    open: () => currentId && selectOrder(currentId),
    select: () => currentId && selection.toggle(currentId),
    reply: () => setReplyOrderId(currentId),
    clear: () => selection.selectOnly([]),
    undo: () => isOnline && undoLast(),
    help: () => setIsHelpOpen(true),
    confirm() {
      if (!current || !isOnline || current.status !== 'pending') return
      void changeStatus(current, 'confirmed')
      move(1)
    },
  }
  useOrderKeys(hasSingleKeys, (action) => actions[action]())
  return {
    /** The order whose reply dialog is open. */
    replyOrderId,
    closeReply: () => setReplyOrderId(undefined),
    isHelpOpen,
    openHelp: () => setIsHelpOpen(true),
    closeHelp: () => setIsHelpOpen(false),
    getRowProps: ({ id }: StaffOrderRow) => ({
      ...getRowProps(
        id,
        orders.findIndex((order) => order.id === id),
      ),
      ...((id === selectedOrderId || id === currentId) && { className: 'is-on' }),
    }),
  }
}
