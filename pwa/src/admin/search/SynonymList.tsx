import type { deleteSynonyms, listSynonyms, SynonymGroup } from '@tsedra/contract/admin-synonyms'
import type { ResponseOf } from '@tsedra/contract/endpoint'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { markCatalogueChanged } from '../../catalogue/sync/catalogue-changed.ts'
import { useCurrentUser } from '../../session/current-user.ts'
import { callApi } from '../../shared/api.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { AdminTable } from '../table/AdminTable.tsx'
import { RowActions } from '../table/RowActions.tsx'
import { usePageState } from '../table/use-page-state.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'

interface Props {
  query: {
    data: ResponseOf<typeof listSynonyms> | undefined
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  onEdit: (group: SynonymGroup) => void
}

/** The groups of synonyms; only admins delete. */
export function SynonymList({ query, onEdit }: Props) {
  const t = useTranslations('admin.search')
  const isAdmin = useCurrentUser()?.user.role === 'admin'
  const [deleted, setDeleted] = useState<SynonymGroup>()
  return (
    <>
      <AdminTable
        label={t('groups')}
        columns={[
          { key: 'words', header: t('words'), className: 'main', cell: ({ words }) => words.join(', ') },
          {
            key: 'actions',
            header: t('actions'),
            className: 'r cell-actions',
            isHeaderHidden: true,
            cell: (group) => (
              <RowActions
                name={group.words.join(', ')}
                onEdit={() => onEdit(group)}
                onDelete={isAdmin ? () => setDeleted(group) : undefined}
              />
            ),
          },
        ]}
        rows={query.data?.groups}
        getKey={({ id }) => id}
        query={query}
        state={usePageState()}
        empty={<EmptyState icon="search" title={t('empty')} text={t('emptyText')} />}
      />
      {deleted && <DeleteGroup group={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}

function DeleteGroup({ group: { id, words }, onClose }: { group: SynonymGroup; onClose: () => void }) {
  const t = useTranslations('admin.search')
  const { busy, mutate } = useAdminMutation(markCatalogueChanged)

  async function remove(): Promise<void> {
    const result = await mutate(
      () => callApi<typeof deleteSynonyms>('DELETE /api/admin/synonyms/:id', { params: { id } }),
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
        <b>{words.join(', ')}</b>
      </p>
    </ConfirmDialog>
  )
}
