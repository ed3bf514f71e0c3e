import { useTranslations } from 'use-intl'
import { askToSignIn } from '../accounts/ask-to-sign-in.ts'
import { Icon } from '../shared/ui/Icon.tsx'

/** The heart with its count; a guest is asked to sign in. */
export function LikeButton({ likesCount, name }: { likesCount: number; name: string }) {
  const t = useTranslations()
  return (
    <button
      className="heart"
      type="button"
      aria-pressed={false}
      aria-label={`${t('product.like')}: ${name}, ${t('product.likes', { count: likesCount })}`}
      onClick={() => askToSignIn(t('notice.loginRequired'), t('notice.loginForFavourites'))}
    >
      <Icon name="heart" />
      <span aria-hidden="true">{likesCount}</span>
    </button>
  )
}
