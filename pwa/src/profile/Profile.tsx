import { SettingsPage } from '../settings/SettingsPage.tsx'
import { ProfilePage } from './ProfilePage.tsx'

/** Both screens of an account come together: whoever opens one is a tap away from the other. */
export function Profile({ settings = false }: { settings?: boolean }) {
  return settings ? <SettingsPage /> : <ProfilePage />
}
