import type {
  changeReplyTemplate,
  createReplyTemplate,
  listReplyTemplates,
  ReplyTemplate,
  ReplyTemplateInput,
} from '@tsedra/contract/admin-replies'
import type { Language } from '@tsedra/contract/language'
import {
  findUnknownVariables,
  MAX_TEMPLATE_LENGTH,
  MAX_TEMPLATE_NAME,
  replyVariables,
} from '@tsedra/contract/reply-templates'
import { useState } from 'react'
import { FormProvider, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError, callApi } from '../../shared/api.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { ConflictNote } from '../form/EditConflict.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { LanguageTabs } from '../form/LanguageTabs.tsx'
import { languageTabs } from '../form/translation-form.ts'
import { useCatalogueForm } from '../form/use-catalogue-form.ts'
import { type TemplateFormValues, templateResolver, toTemplateFormValues } from './template-form.ts'

const ROWS = 8
const variables = replyVariables.map((name) => `{${name}}`).join(', ')

async function fetchTemplate({ id }: ReplyTemplate): Promise<ReplyTemplate> {
  const { templates } = await callApi<typeof listReplyTemplates>('GET /api/admin/reply-templates')
  const template = templates.find((candidate) => candidate.id === id)
  if (!template) throw new ApiError('not_found', 404, 'The template has been deleted.')
  return template
}

const saveTemplate = ({ texts }: Pick<ReplyTemplateInput, 'texts'>, existing: ReplyTemplate | undefined) =>
  existing
    ? callApi<typeof changeReplyTemplate>('PUT /api/admin/reply-templates/:id', {
        params: { id: existing.id },
        body: { texts, version: existing.version },
      })
    : callApi<typeof createReplyTemplate>('POST /api/admin/reply-templates', { body: { texts } })

/** The form of a reply template: a name for staff and a text for customers, in every language. */
export function TemplateForm({ template, onClose }: { template: ReplyTemplate | undefined; onClose: () => void }) {
  const t = useTranslations('admin.replies')
  const [language, setLanguage] = useState<Language>(languageTabs[0])
  const { form, submit, busy, conflictingPaths } = useCatalogueForm({
    entity: template,
    valuesKey: 'texts',
    toValues: toTemplateFormValues,
    resolver: templateResolver,
    refetch: fetchTemplate,
    save: saveTemplate,
    successMessage: t(template ? 'changed' : 'created'),
    onSaved: onClose,
  })
  const invalid = languageTabs.filter((tab) => form.formState.errors.texts?.[tab])
  const conflicts = new Set(conflictingPaths?.map((path) => (path.split('.')[1] ?? '').toUpperCase()))
  return (
    <FormProvider {...form}>
      <FormDialog
        title={t(template ? 'edit' : 'add')}
        busy={busy}
        banner={conflictingPaths && <ConflictNote fields={[...conflicts]} />}
        onSubmit={submit}
        onClose={onClose}
      >
        <div className="product-form__main">
          <LanguageTabs selected={language} invalid={invalid} onSelect={setLanguage}>
            <NameField key={`name-${language}`} language={language} />
            <TextField key={`text-${language}`} language={language} />
          </LanguageTabs>
        </div>
      </FormDialog>
    </FormProvider>
  )
}

function NameField({ language }: { language: Language }) {
  const t = useTranslations('admin.replies')
  const name = `texts.${language}.name` as const
  const { field, fieldState } = useController<TemplateFormValues, typeof name>({ name })
  return (
    <Field
      label={`${t('name')}, ${language.toUpperCase()}`}
      hint={t('nameHint')}
      autoComplete="off"
      value={field.value}
      error={fieldState.error && t('wrongName', { limit: MAX_TEMPLATE_NAME })}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}

function TextField({ language }: { language: Language }) {
  const t = useTranslations('admin.replies')
  const name = `texts.${language}.text` as const
  const { field, fieldState } = useController<TemplateFormValues, typeof name>({ name })
  const unknown = findUnknownVariables(field.value).join(', ')
  const errorText = unknown ? t('unknown', { unknown, variables }) : t('wrongText', { limit: MAX_TEMPLATE_LENGTH })
  return (
    <Field
      label={`${t('text')}, ${language.toUpperCase()}`}
      hint={t('hint', { variables })}
      rows={ROWS}
      value={field.value}
      error={fieldState.error && errorText}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}
