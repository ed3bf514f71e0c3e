import type {
  changeInfoPage,
  getStaffInfoPage,
  InfoPageInput,
  InfoPageTexts,
  StaffInfoPage,
} from '@tsedra/contract/info-pages'
import type { Language } from '@tsedra/contract/language'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { showToast } from '../../shared/toasts.ts'
import { ConflictNote } from '../form/EditConflict.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { LanguageTabs } from '../form/LanguageTabs.tsx'
import { languageTabs } from '../form/translation-form.ts'
import { useCatalogueForm } from '../form/use-catalogue-form.ts'
import { infoPageResolver, toInfoPageFormValues } from './info-page-form.ts'
import { MarkdownField } from './MarkdownField.tsx'
import { MarkdownPreview } from './MarkdownPreview.tsx'
import { VersionHistory } from './VersionHistory.tsx'

const fetchPage = ({ slug }: StaffInfoPage) =>
  callApi<typeof getStaffInfoPage>('GET /api/admin/pages/:slug', { params: { slug } })

const savePage = ({ texts }: Pick<InfoPageInput, 'texts'>, { slug, version }: StaffInfoPage) =>
  callApi<typeof changeInfoPage>('PUT /api/admin/pages/:slug', { params: { slug }, body: { texts, version } })

/** The form of an info page: its text per language, a preview and its history. */
export function InfoPageForm({ title, page, onClose }: { title: string; page: StaffInfoPage; onClose: () => void }) {
  const t = useTranslations('admin.pages')
  const [language, setLanguage] = useState<Language>(languageTabs[0])
  const { form, submit, busy, conflictingPaths, draft } = useCatalogueForm({
    entity: page,
    draftName: `page.${page.slug}`,
    valuesKey: 'texts',
    toValues: (entity: StaffInfoPage | undefined) => toInfoPageFormValues(entity ?? page),
    resolver: infoPageResolver,
    refetch: fetchPage,
    save: (input, existing) => savePage(input, existing ?? page),
    successMessage: t('changed'),
    onSaved: onClose,
  })
  const invalid = languageTabs.filter((tab) => form.formState.errors.texts?.[tab])

  function restore(texts: InfoPageTexts): void {
    for (const tab of languageTabs)
      form.setValue(`texts.${tab}`, texts[tab], { shouldDirty: true, shouldValidate: true })
    showToast({ title: t('restored') })
  }

  return (
    <FormProvider {...form}>
      <FormDialog
        title={title}
        busy={busy}
        banner={
          conflictingPaths && (
            <ConflictNote fields={conflictingPaths.map((path) => (path.split('.').at(-1) ?? '').toUpperCase())} />
          )
        }
        draft={draft}
        onSubmit={submit}
        onClose={onClose}
      >
        <div className="product-form__main">
          <LanguageTabs selected={language} invalid={invalid} onSelect={setLanguage}>
            <MarkdownField key={language} language={language} />
          </LanguageTabs>
          <VersionHistory page={page} onRestore={restore} />
        </div>
        <div className="product-form__side">
          <MarkdownPreview language={language} />
        </div>
      </FormDialog>
    </FormProvider>
  )
}
