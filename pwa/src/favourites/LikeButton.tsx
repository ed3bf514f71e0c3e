import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useCurrentUser } from '../session/current-user.ts'
import { useLoadFailureToast } from '../shared/use-load-failure-toast.ts'
import { withMessages } from '../shared/i18n/language.ts'
import { lazyModule } from '../shared/lazy-component.ts'
import { Icon } from '../shared/ui/Icon.tsx'
import { useLikesCount } from '../catalogue/likes-count.ts'
import type { Product } from '../catalogue/queries.ts'

const loadLike = lazyModule(() => withMessages('accounts', import('./toggle-like.ts')))

interface Props {
  product: Product
  name: string
  /** Hides the number of likes next to the icon; 0 is never shown or read. */
  isCountHidden?: boolean
}

/** The favourite button with the number of likes; it prompts a guest to sign in. */
export function LikeButton({ product, name, isCountHidden = false }: Props) {
  const t = useTranslations()
  const client = useQueryClient()
  const showLoadFailure = useLoadFailureToast()
  const isLiked = useCurrentUser()?.likedIds.includes(product.id) ?? false
  const count = useLikesCount(product)
  return (
    <button
      className="heart"
      type="button"
      aria-pressed={isLiked}
      aria-label={`${t('product.like')}: ${name}${count > 0 ? `, ${t('product.likes', { count })}` : ''}`}
      onClick={() => void loadLike().then(({ toggleLike }) => toggleLike(client, product), showLoadFailure)}
    >
      <Icon name="heart" />
      {!isCountHidden && count > 0 && <span aria-hidden="true">{count}</span>}
    </button>
  )
}
