import { useTranslations } from 'use-intl'
import { openOverlay } from '../shared/overlay-state.ts'
import type { MenuItem } from '../shared/ui/MenuItems.tsx'
import { OverlayMenu } from '../shared/ui/OverlayMenu.tsx'
import { useCurrentUser } from '../session/current-user.ts'

/** The menu of a signed-in user in the top bar. */
export function UserMenu() {
  const t = useTranslations('userMenu')
  const role = useCurrentUser()?.user.role
  const adminItem: MenuItem = { label: t('admin'), icon: 'panels-top-left', to: '/admin' }
  return (
    <OverlayMenu
      label={t('label')}
      items={[
        { label: t('profile'), icon: 'user-round', to: '/profile' },
        ...(role === 'admin' || role === 'editor' ? [adminItem] : []),
        { label: t('signOut'), icon: 'log-out', onSelect: () => openOverlay('signOut') },
      ]}
    />
  )
}
