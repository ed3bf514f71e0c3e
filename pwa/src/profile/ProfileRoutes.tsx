import { Route, Routes } from 'react-router-dom'
import { NotFoundPage } from '../info/NotFoundPage.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { ProfilePage } from './ProfilePage.tsx'

/** The account screens share one chunk, because they link to each other. */
export function ProfileRoutes() {
  return (
    <Routes>
      <Route index element={<ProfilePage />} />
      <Route path="settings" element={<SettingsPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  )
}
