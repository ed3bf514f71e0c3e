import { productFields, type ProductField } from '@tsedra/contract/product-fields'
import type { ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { EditConflict } from './EditConflict.tsx'
import { FieldControl } from './FieldControl.tsx'
import { FormDialog } from './FormDialog.tsx'
import type { FormLayout } from './form-layout.ts'
import { TranslationFields } from './TranslationFields.tsx'
import type { TextName } from './translation-form.ts'
import type { FormDraftControls } from './use-form-draft.ts'

interface Props<Values extends FieldValues, Input extends FieldValues> {
  entity: 'product' | 'category' | 'drink'
  title: string
  /** Result of `useCatalogueForm`. */
  form: UseFormReturn<Values, unknown, Input>
  busy: boolean
  conflictingPaths: readonly string[] | undefined
  draft: FormDraftControls
  texts: readonly TextName[]
  layout: FormLayout
  onSubmit: () => void
  onClose: () => void
  /** Dialogs above the form. */
  children?: ReactNode
}

/** The dialog in which a product, a category or a drink is edited. */
export function CatalogueForm<Values extends FieldValues, Input extends FieldValues>(props: Props<Values, Input>) {
  const { entity, title, form, busy, conflictingPaths, draft, texts, layout, onSubmit, onClose, children } = props
  return (
    <FormProvider {...form}>
      <FormDialog
        title={title}
        busy={busy}
        banner={conflictingPaths && <EditConflict paths={conflictingPaths} />}
        draft={draft}
        onSubmit={onSubmit}
        onClose={onClose}
      >
        <div className="product-form__main">
          <TranslationFields texts={texts} />
          <Rows entity={entity} rows={layout.main} />
        </div>
        <div className="product-form__side">
          <Rows entity={entity} rows={layout.side} />
        </div>
      </FormDialog>
      {children}
    </FormProvider>
  )
}

const Rows = ({ entity, rows }: { entity: Props<FieldValues, FieldValues>['entity']; rows: FormLayout['side'] }) =>
  rows.map((fields) => {
    const controls = fields.map((field) => <FieldControl key={field} entity={entity} field={field} />)
    if (controls.length === 1) return controls
    return (
      <div key={fields.join(' ')} className={fields.every(isFlag) ? undefined : 'two'}>
        {controls}
      </div>
    )
  })

const isFlag = (field: ProductField) => productFields[field].kind === 'flag'
