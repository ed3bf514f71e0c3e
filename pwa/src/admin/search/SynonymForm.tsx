import type {
  changeSynonyms,
  createSynonyms,
  listSynonyms,
  SynonymGroup,
  SynonymInput,
} from '@tsedra/contract/admin-synonyms'
import { Suspense, useState } from 'react'
import { FormProvider, useController, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError, callApi } from '../../shared/api.ts'
import { lazyComponent } from '../../shared/lazy-component.ts'
import { Field } from '../../shared/ui/Field.tsx'
import { EditConflict } from '../form/EditConflict.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { useCatalogueForm } from '../form/use-catalogue-form.ts'
import { parseWords, type SynonymFormValues, synonymResolver, toSynonymFormValues } from './synonym-form.ts'

const SynonymPreview = lazyComponent(() => import('./SynonymPreview.tsx').then((module) => module.SynonymPreview), {
  forFew: true,
})

interface Props {
  /** Undefined for a new group. */
  group: SynonymGroup | undefined
  /** A query without results, for which a group is added. */
  initialWord?: string | undefined
  onClose: () => void
}

async function fetchGroup({ id }: SynonymGroup): Promise<SynonymGroup> {
  const { groups } = await callApi<typeof listSynonyms>('GET /api/admin/synonyms')
  const group = groups.find((candidate) => candidate.id === id)
  if (!group) throw new ApiError('not_found', 404, 'The group has been deleted.')
  return group
}

const saveGroup = ({ words }: SynonymInput, existing: SynonymGroup | undefined) =>
  existing
    ? callApi<typeof changeSynonyms>('PUT /api/admin/synonyms/:id', {
        params: { id: existing.id },
        body: { words, version: existing.version },
      })
    : callApi<typeof createSynonyms>('POST /api/admin/synonyms', { body: { words } })

/** The form of a group of words that mean the same. */
export function SynonymForm({ group, initialWord, onClose }: Props) {
  const t = useTranslations('admin.search')
  const [takenWord, setTakenWord] = useState<{ word: string; words: string }>()
  const { form, submit, busy, conflictingPaths } = useCatalogueForm({
    entity: group,
    valuesKey: 'synonyms',
    toValues: (entity: SynonymGroup | undefined) =>
      toSynonymFormValues(entity?.words ?? (initialWord ? [initialWord] : [])),
    resolver: synonymResolver,
    refetch: fetchGroup,
    save: saveAndExplain,
    successMessage: t(group ? 'changed' : 'created'),
    onSaved: onClose,
  })
  return (
    <FormProvider {...form}>
      <FormDialog
        title={t(group ? 'edit' : 'add')}
        busy={busy}
        banner={conflictingPaths && <EditConflict paths={conflictingPaths} />}
        onSubmit={submit}
        onClose={onClose}
      >
        <div className="product-form__main">
          <WordsField takenWord={takenWord} />
        </div>
        <div className="product-form__side">
          <Suspense>
            <DraftPreview savedWords={group?.words} />
          </Suspense>
        </div>
      </FormDialog>
    </FormProvider>
  )

  /** Keeps the word that another group has, for the message at the field. */
  async function saveAndExplain(input: SynonymInput, existing: SynonymGroup | undefined): Promise<SynonymGroup> {
    setTakenWord(undefined)
    try {
      return await saveGroup(input, existing)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'synonym_taken') {
        const { word, words } = error.details
        setTakenWord({ word: String(word), words: Array.isArray(words) ? words.join(', ') : '' })
      }
      throw error
    }
  }
}

function DraftPreview({ savedWords }: { savedWords: readonly string[] | undefined }) {
  const words = useWatch<SynonymFormValues, 'synonyms.words'>({ name: 'synonyms.words' })
  return <SynonymPreview savedWords={savedWords} draft={parseWords(words)} />
}

function WordsField({ takenWord }: { takenWord: { word: string; words: string } | undefined }) {
  const t = useTranslations('admin.search')
  const { field, fieldState } = useController<SynonymFormValues, 'synonyms.words'>({ name: 'synonyms.words' })
  const isTaken = takenWord && parseWords(field.value).includes(takenWord.word)
  const error = isTaken ? t('taken', takenWord) : fieldState.error && t('invalidWords')
  return (
    <Field
      label={t('words')}
      hint={t('wordsHint')}
      rows={8}
      value={field.value}
      error={error}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
    />
  )
}
