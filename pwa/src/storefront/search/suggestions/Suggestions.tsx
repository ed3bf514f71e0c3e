import { isSearch } from '@tsedra/contract/search'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorBoundary } from '../../../shared/ui/ErrorBoundary.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import type { SuggestionsProps } from '../../../shared/ui/SearchField.tsx'
import { useOnline } from '../../../shared/use-online.ts'
import { addRecentSearch, useRecentSearches } from '../../../shared/recent-searches.ts'
import { ComboboxContext } from './combobox-context.ts'
import { RecentSearches } from './RecentSearches.tsx'
import { SuggestionList } from './SuggestionList.tsx'
import { NoSuggestions, SuggestionsFailure, SuggestionsSkeleton } from './SuggestionsMessage.tsx'
import { useCombobox } from './use-combobox.ts'
import { usePanel } from './use-panel.ts'
import { type FoundSuggestions, type SuggestionsResult, useSuggestions } from './use-suggestions.ts'
import './suggestions.css'

/** Suggestions below the shop's search field. If they fail, the field stays as it was. */
export function Suggestions(props: SuggestionsProps) {
  return (
    <ErrorBoundary fallback={null}>
      <SuggestionsPanel {...props} />
    </ErrorBoundary>
  )
}

function SuggestionsPanel({ input, text, onText, onDismiss }: SuggestionsProps) {
  const listId = useId()
  const panel = useRef<HTMLDivElement>(null)
  const recent = useRecentSearches()
  const result = useSuggestions(text)
  const { found, isTyped } = result
  const isRecentShown = text.trim() === '' && recent.length > 0
  const hasList = found !== undefined || isRecentShown
  const combobox = useCombobox({ input, listId: hasList ? listId : undefined, text, onText, onDismiss })
  const { isOpen, activeId, close } = combobox
  usePanel(panel, isOpen)
  useRecordedSubmit(input, text)

  function leave(): void {
    close()
    onDismiss?.()
    // The new screen takes the focus; on the same one the on-screen keyboard would stay.
    input.current?.blur()
  }
  function onChoose(): void {
    onText('')
    leave()
  }

  return (
    <ComboboxContext value={{ activeId, onChoose }}>
      <Announcement recent={isRecentShown ? recent : []} result={result} isOpen={isOpen} />
      {isOpen && (
        <div className="suggest" ref={panel}>
          <PanelHead hasHint={!isTyped && !isRecentShown} onClose={onDismiss ? undefined : leave} />
          {isRecentShown && <RecentSearches id={listId} queries={recent} input={input} />}
          {isTyped && <FoundOrState id={listId} result={result} />}
        </div>
      )}
    </ComboboxContext>
  )
}

interface PanelHeadProps {
  hasHint: boolean
  onClose: (() => void) | undefined
}

/** On phones: what to type, and a button that closes the panel where no button of the top bar does. */
function PanelHead({ hasHint, onClose }: PanelHeadProps) {
  const t = useTranslations()
  return (
    <div className="suggest__head">
      {hasHint && <p>{t('suggest.hint')}</p>}
      {onClose && (
        <button type="button" className="btn btn--quiet btn--sm" onClick={onClose}>
          <Icon name="x" size="i--sm" />
          {t('action.close')}
        </button>
      )}
    </div>
  )
}

function FoundOrState({ id, result }: { id: string; result: SuggestionsResult }) {
  const t = useTranslations('suggest')
  const isOnline = useOnline()
  const { found, isPending, error, retry } = result
  if (error) return <SuggestionsFailure error={error} onRetry={retry} />
  if (!found) return isPending && <SuggestionsSkeleton />
  return (
    <>
      {found.isEmpty && <NoSuggestions />}
      <SuggestionList id={id} found={found} />
      {!isOnline && <p className="suggest__note">{t('saved')}</p>}
    </>
  )
}

interface AnnouncementProps {
  recent: readonly string[]
  result: SuggestionsResult
  isOpen: boolean
}

/** Announces the number of options to screen readers. */
function Announcement({ recent, result: { found, isPending, isTyped }, isOpen }: AnnouncementProps) {
  const t = useTranslations()
  const getText = () => {
    if (recent.length > 0) return t('suggest.recentCount', { count: recent.length })
    if (found) return found.isEmpty ? t('suggest.none') : t('suggest.count', { count: countOptions(found) })
    return isTyped && isPending && t('loading')
  }
  return (
    <p className="visually-hidden" role="status">
      {isOpen && getText()}
    </p>
  )
}

const countOptions = ({ products, drinks, categories }: FoundSuggestions): number =>
  products.length + drinks.length + categories.length

/** Stores a submitted search as a recent one; its results page counts it. */
function useRecordedSubmit(input: SuggestionsProps['input'], text: string): void {
  const onSubmit = useEffectEvent(() => isSearch(text.trim()) && addRecentSearch(text))
  useEffect(() => {
    const form = input.current?.form
    const record = () => void onSubmit()
    form?.addEventListener('submit', record)
    return () => form?.removeEventListener('submit', record)
  }, [input])
}
