import { Refusal } from '../http/refusal.ts'
import type { SignedInUser } from './session-store.ts'

/**
 * Rejects staff without their second factor: the linked Telegram account may process orders, so linking one requires it
 * (infra/decisions/0030-telegram-buttons.md).
 *
 * @throws Refusal `second_factor_required`
 */
export function requireSecondFactor({ role, hasSecondFactor }: SignedInUser): void {
  if (role !== 'user' && !hasSecondFactor) {
    throw new Refusal('second_factor_required', 'Staff must confirm their second factor.')
  }
}
