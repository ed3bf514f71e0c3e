import type { deleteReplyTemplate, listReplyTemplates, ReplyTemplate } from '@tsedra/contract/admin-replies'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '../../shared/api.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { AdminTable } from '../table/AdminTable.tsx'
import { RowActions } from '../table/RowActions.tsx'
import { usePageState } from '../table/use-page-state.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { useAdminQuery } from '../use-admin-query.ts'
import { TemplateForm } from './TemplateForm.tsx'

/** The reply templates of the shop, each with its form. */
export function TemplateList() {
  const t = useTranslations('admin.replies')
  const language = useLanguage()
  const [edited, setEdited] = useState<ReplyTemplate | 'new'>()
  const [deleted, setDeleted] = useState<ReplyTemplate>()
  const query = useAdminQuery<typeof listReplyTemplates>('GET /api/admin/reply-templates')
  return (
    <section className="info-pages" aria-labelledby="reply-templates">
      <h2 className="serif t-1" id="reply-templates">
        {t('title')}
      </h2>
      <p className="muted sm">{t('titleHint')}</p>
      <AdminTable
        label={t('title')}
        columns={[
          { key: 'name', header: t('name'), className: 'main', cell: ({ texts }) => texts[language].name },
          {
            key: 'actions',
            header: t('actions'),
            className: 'r cell-actions',
            isHeaderHidden: true,
            cell: (template) => (
              <RowActions
                name={template.texts[language].name}
                onEdit={() => setEdited(template)}
                onDelete={() => setDeleted(template)}
              />
            ),
          },
        ]}
        rows={query.data?.templates}
        getKey={({ id }) => id}
        query={query}
        state={usePageState()}
        empty={<EmptyState icon="send" title={t('empty')} />}
      />
      <p>
        <button type="button" className="btn btn--line" onClick={() => setEdited('new')}>
          <Icon name="plus" size="i--sm" />
          {t('add')}
        </button>
      </p>
      {edited && <TemplateForm template={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      {deleted && <DeleteTemplate template={deleted} onClose={() => setDeleted(undefined)} />}
    </section>
  )
}

function DeleteTemplate({ template: { id, texts }, onClose }: { template: ReplyTemplate; onClose: () => void }) {
  const t = useTranslations('admin.replies')
  const language = useLanguage()
  const { busy, mutate } = useAdminMutation()

  async function remove(): Promise<void> {
    const result = await mutate(
      () => callApi<typeof deleteReplyTemplate>('DELETE /api/admin/reply-templates/:id', { params: { id } }),
      { successMessage: t('deleted') },
    )
    if ('response' in result) onClose()
  }

  return (
    <ConfirmDialog
      title={t('deleteTitle')}
      confirmLabel={t('delete')}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <p>
        <b>{texts[language].name}</b>
      </p>
    </ConfirmDialog>
  )
}
