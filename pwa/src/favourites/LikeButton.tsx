import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { usePerson } from '../session/person.ts'
import { useMissing } from '../shared/use-missing.ts'
import { withTexts } from '../shared/i18n/language.ts'
import { whenWanted } from '../shared/lazily.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { useLikesCount } from '../catalogue/likes-count.ts'
import type { Product } from '../catalogue/queries.ts'

const liking = whenWanted(() => withTexts('people', import('./like.ts')))

interface Props {
  product: Product
  name: string
  /** Without the number. */
  bare?: boolean
}

/** The heart with its count; a guest is asked to sign in. */
export function LikeButton({ product, name, bare = false }: Props) {
  const t = useTranslations()
  const client = useQueryClient()
  const missing = useMissing()
  const liked = usePerson()?.likedIds.includes(product.id) ?? false
  const count = useLikesCount(product)
  return (
    <button
      className="heart"
      type="button"
      aria-pressed={liked}
      aria-label={`${t('product.like')}: ${name}, ${t('product.likes', { count })}`}
      onClick={() => void liking().then(({ toggleLike }) => toggleLike(client, product), missing)}
    >
      <Icon name="heart" />
      {!bare && <span aria-hidden="true">{count}</span>}
    </button>
  )
}
