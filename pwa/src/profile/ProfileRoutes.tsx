import { Route, Routes } from 'react-router-dom'
import { NotFoundPage } from '../info/NotFoundPage.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { ProfilePage } from './ProfilePage.tsx'

/** The screens of an account come together: whoever opens one is a tap away from the other. */
export function ProfileRoutes() {
  return (
    <Routes>
      <Route index element={<ProfilePage />} />
      <Route path="settings" element={<SettingsPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
