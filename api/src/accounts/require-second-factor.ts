import { Refusal } from '../http/refusal.ts'
import type { SignedInUser } from './session-store.ts'

/**
 * Staff answer orders from the Telegram of their account (infra/decisions/0030-telegram-buttons.md): what leads to one asks for both
 * proofs.
 *
 * @throws Refusal `second_factor_required`
 */
export function requireSecondFactor({ role, hasSecondFactor }: SignedInUser): void {
  if (role !== 'user' && !hasSecondFactor) {
    throw new Refusal('second_factor_required', 'Staff prove themselves twice.')
  }
}
