import type { getCatalogue, Snapshot } from '@tsedra/contract/snapshot'
import { createSearch } from '@tsedra/contract/search'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { getName } from '../../catalogue/translations.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { LoadError } from '../../shared/ui/LoadError.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { createDraftSearch, type PreviewList, previewQuery } from './preview-synonyms.ts'

interface Props {
  /** Undefined for a new group. */
  savedWords: readonly string[] | undefined
  draft: readonly string[]
}

/** Shows what a query finds now and after the group is saved, by the same search as the shop's. */
export function SynonymPreview({ savedWords, draft }: Props) {
  const t = useTranslations('admin.search.preview')
  const lang = useLanguage()
  const { data, isError, refetch } = useAdminQuery<typeof getCatalogue>('GET /api/catalogue/:lang', {
    params: { lang },
  })
  const [typedQuery, setTypedQuery] = useState<string>()
  const query = typedQuery ?? draft[0] ?? ''
  return (
    <section className="search-preview" aria-label={t('title')}>
      <h3 className="serif t-1">{t('title')}</h3>
      <Field label={t('query')} value={query} maxLength={100} onChange={setTypedQuery} />
      {data && !('since' in data) && <Lists snapshot={data} savedWords={savedWords} draft={draft} query={query} />}
      {!data && isError && <LoadError onRetry={() => void refetch()} />}
      {!data && !isError && <output className="sk sk--control" aria-label={t('loading')} />}
    </section>
  )
}

function Lists({ snapshot, savedWords, ...input }: Props & { snapshot: Snapshot; query: string }) {
  const t = useTranslations('admin.search.preview')
  // Building an index takes longer than a keystroke may.
  const draft = useDeferredValue(input.draft.join('\n'))
  const query = useDeferredValue(input.query)
  const current = useMemo(() => createSearch(snapshot), [snapshot])
  const changed = useMemo(
    () => createDraftSearch(snapshot, savedWords, draft.split('\n').filter(Boolean)),
    [snapshot, savedWords, draft],
  )
  const { now, after } = useMemo(() => previewQuery(query, current, changed), [query, current, changed])
  const shown = new Set([...now.products, ...after.products].map(({ id }) => id))
  const language = useLanguage()
  const names = new Map(
    snapshot.products.filter(({ id }) => shown.has(id)).map((product) => [product.id, getName(product, language)]),
  )
  return (
    <div className="search-preview__lists" role="status">
      <List title={t('now')} list={now} names={names} tag="del" mark={t('gone')} />
      <List title={t('after')} list={after} names={names} tag="ins" mark={t('new')} />
    </div>
  )
}

interface ListProps {
  title: string
  list: PreviewList
  names: ReadonlyMap<string, string>
  /** Element and hidden text of a product that the other list does not have. */
  tag: 'ins' | 'del'
  mark: string
}

function List({ title, list: { products, more }, names, tag: Tag, mark }: ListProps) {
  const t = useTranslations('admin.search.preview')
  return (
    <div>
      <h4>
        {title} <small>{products.length + more}</small>
      </h4>
      {products.length === 0 && <p className="muted">{t('nothing')}</p>}
      <ul>
        {products.map(({ id, isChanged }) => (
          <li key={id}>
            {isChanged ? (
              <Tag>
                {names.get(id)} <span className="visually-hidden">{mark}</span>
              </Tag>
            ) : (
              names.get(id)
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="muted sm">{t('more', { count: more })}</p>}
    </div>
  )
}
