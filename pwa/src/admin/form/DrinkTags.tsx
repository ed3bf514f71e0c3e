import { type MouseEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '../../shared/ui/Icon.tsx'

interface Props {
  slugs: readonly string[]
  nameOf: (slug: string) => string
  /** Customers do not see this drink yet. */
  isDraft: (slug: string) => boolean
  onMove: (slug: string, index: number) => void
  onRemove: (slug: string) => void
}

/** The selected drinks in their order, with buttons that move and remove each. */
export function DrinkTags({ slugs, nameOf, isDraft, onMove, onRemove }: Props) {
  const t = useTranslations('admin.form.drinksField')
  const lastPressed = useRef<HTMLButtonElement>(null)

  // A moved tag loses the focus of its button; at the end of the list the button is disabled.
  useEffect(() => {
    const { current: button } = lastPressed
    lastPressed.current = null
    const target = button?.disabled ? button.parentElement?.querySelector<HTMLElement>('button:enabled') : button
    target?.focus()
  }, [slugs])

  return (
    <ol className="drink-tags" aria-label={t('list')}>
      {slugs.map((slug, index) => {
        const step = (offset: number) => ({
          type: 'button' as const,
          className: 'icon-btn icon-btn--sm',
          onClick: ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
            lastPressed.current = currentTarget
            onMove(slug, index + offset)
          },
        })
        const name = nameOf(slug)
        return (
          <li key={slug}>
            <span>
              {name}
              {isDraft(slug) && <small className="muted"> · {t('draft')}</small>}
            </span>
            <button {...step(-1)} disabled={index === 0} aria-label={t('earlier', { name })}>
              <Icon name="arrow-left" size="i--sm" />
            </button>
            <button {...step(1)} disabled={index === slugs.length - 1} aria-label={t('later', { name })}>
              <Icon name="arrow-right" size="i--sm" />
            </button>
            <button
              type="button"
              className="icon-btn icon-btn--sm icon-btn--danger"
              aria-label={t('remove', { name })}
              onClick={() => onRemove(slug)}
            >
              <Icon name="x" size="i--sm" />
            </button>
          </li>
        )
      })}
    </ol>
  )
}
