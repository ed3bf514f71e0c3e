import type { listSynonyms, SynonymGroup } from '@tsedra/contract/admin-synonyms'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'
import { PageHeader } from '../frame/PageHeader.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { SearchCounts } from './SearchCounts.tsx'
import { SynonymForm } from './SynonymForm.tsx'
import { SynonymList } from './SynonymList.tsx'
import './search-page.css'

/** The open form: a group, or a new one with a first word. */
type Editing = { group: SynonymGroup } | { initialWord: string }

/** `/admin/search`: what customers search for, and words that mean the same (0041-drinks-and-synonyms.md). */
export function SearchPage() {
  const t = useTranslations('admin.search')
  const [editing, setEditing] = useState<Editing>()
  const query = useAdminQuery<typeof listSynonyms>('GET /api/admin/synonyms')
  const groups = query.data?.groups
  return (
    <>
      <PageHeader title={t('title')}>
        <button
          type="button"
          className="btn btn--primary"
          disabled={!groups}
          onClick={() => setEditing({ initialWord: '' })}
        >
          <Icon name="plus" size="i--sm" />
          {t('add')}
        </button>
      </PageHeader>
      <SearchCounts onMakeSynonym={(word) => setEditing({ initialWord: word })} />
      <h2 className="serif t-1">{t('groups')}</h2>
      <p className="muted sm">{t('groupsHint')}</p>
      <SynonymList query={query} onEdit={(group) => setEditing({ group })} />
      {editing && groups && (
        <SynonymForm
          group={'group' in editing ? editing.group : undefined}
          initialWord={'initialWord' in editing ? editing.initialWord : undefined}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}
