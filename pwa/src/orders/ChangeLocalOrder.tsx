import { useTranslations } from 'use-intl'
import { canWithdraw, type Entry, isOpen } from '../outbox/entry.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { Link } from '../shared/ui/Link.tsx'
import { linesFromSummary } from './order-form.ts'
import { OrderForm } from './OrderForm.tsx'
import type { LocalOrderEdit } from './use-local-order-edit.ts'

/** Edits or withdraws an order that the server cannot have; any other is cancelled in the list. */
export function ChangeLocalOrder({ entry, edit }: { entry: Entry; edit: LocalOrderEdit }) {
  const t = useTranslations()
  const { draft, isFormOpen, change, openForm, closeForm } = edit
  const { state, summary } = entry
  return (
    <>
      {canWithdraw(entry) ? (
        <>
          <button type="button" className="btn btn--line" onClick={() => void change('edit')}>
            <Icon name="pencil" size="i--sm" />
            {t('outbox.edit')}
          </button>
          <button type="button" className="btn btn--line" onClick={() => void change('cancel')}>
            <Icon name="trash-2" size="i--sm" />
            {t('outbox.cancel')}
          </button>
        </>
      ) : (
        isOpen(entry) && (
          <Link className="btn btn--line" to="/pending">
            {t('order.page.change')}
          </Link>
        )
      )}
      {draft && state === 'cancelled' && !isFormOpen && (
        <button type="button" className="btn btn--primary" onClick={openForm}>
          <Icon name="pencil" size="i--sm" />
          {t('order.page.continue')}
        </button>
      )}
      {draft && isFormOpen && (
        <OrderForm
          initialLines={linesFromSummary(summary)}
          draftId={draft.id}
          fromCart={summary.fromCart}
          onClose={closeForm}
        />
      )}
    </>
  )
}
