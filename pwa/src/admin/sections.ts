import type { User } from '@tsedra/contract/accounts'
import type { ComponentType } from 'react'
import type { IconName } from '../shared/ui/Icon.tsx'
import { CategoriesPage } from './categories/CategoriesPage.tsx'
import { AuditLogPage } from './audit-log/AuditLogPage.tsx'
import { DrinksPage } from './drinks/DrinksPage.tsx'
import { FiguresPage } from './figures/FiguresPage.tsx'
import { OrdersPage } from './orders/OrdersPage.tsx'
import { PendingOrdersBadge } from './orders/PendingOrdersBadge.tsx'
import { ProductsPage } from './products/ProductsPage.tsx'
import { SearchPage } from './search/SearchPage.tsx'
import { SettingsPage } from './settings/SettingsPage.tsx'
import { ShopSettingsPage } from './shop/ShopSettingsPage.tsx'
import { UsersPage } from './users/UsersPage.tsx'

export interface Section {
  /** The part of the address after `/admin/`, and the key of its name in `admin.sections`. */
  path:
    | 'products'
    | 'categories'
    | 'drinks'
    | 'search'
    | 'orders'
    | 'figures'
    | 'users'
    | 'journal'
    | 'shop'
    | 'settings'
  icon: IconName
  Page: ComponentType
  /** Shown beside its name in the navigation. */
  Badge?: ComponentType
  /** Hidden from editors. */
  isAdminOnly?: true
  /** Has no tab: the settings link to it, and their tab is current. */
  isInSettings?: true
  /** Has a tab only on desktops; on phones the settings link to it. */
  isInSettingsOnPhones?: true
}

/** Sections of the admin area, for navigation and routes. */
const sections: readonly Section[] = [
  { path: 'products', icon: 'tag', Page: ProductsPage },
  { path: 'categories', icon: 'layout-grid', Page: CategoriesPage },
  { path: 'drinks', icon: 'glass', Page: DrinksPage, isInSettingsOnPhones: true },
  { path: 'search', icon: 'search', Page: SearchPage, isInSettingsOnPhones: true },
  { path: 'orders', icon: 'inbox', Page: OrdersPage, Badge: PendingOrdersBadge },
  { path: 'figures', icon: 'chart-column', Page: FiguresPage, isInSettingsOnPhones: true },
  { path: 'users', icon: 'users', Page: UsersPage, isAdminOnly: true, isInSettings: true },
  { path: 'journal', icon: 'history', Page: AuditLogPage, isAdminOnly: true, isInSettings: true },
  { path: 'shop', icon: 'store', Page: ShopSettingsPage, isAdminOnly: true, isInSettings: true },
  { path: 'settings', icon: 'languages', Page: SettingsPage },
]

export const getAllowedSections = ({ role }: User): Section[] =>
  sections.filter(({ isAdminOnly }) => !isAdminOnly || role === 'admin')
