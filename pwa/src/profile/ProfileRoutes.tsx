import { Routes } from '../shared/router/Routes.tsx'
import { NotFoundPage } from '../info/NotFoundPage.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { ProfilePage } from './ProfilePage.tsx'

/** The account screens share one chunk, because they link to each other. */
export function ProfileRoutes() {
  return (
    <Routes
      routes={[
        { path: '/', element: <ProfilePage /> },
        { path: '/settings', element: <SettingsPage /> },
        { path: '*', element: <NotFoundPage /> },
      ]}
    />
  )
}
