import type { Verification } from '@tsedra/contract/accounts'
import type { VerificationPurpose } from '@tsedra/database/verifications'
import type { Request, Response } from 'express'
import type { Knex } from 'knex'
import { completeWhenVerified } from './complete-when-verified.ts'
import type { Requester } from './devices.ts'
import { createEmailLimits } from './email-limits.ts'
import { resendCode } from './resend-code.ts'
import { startVerification, type VerificationRequest } from './start-verification.ts'
import { readVerification, type StoredVerification } from './stored-verification.ts'
import { checkCode, type CodeInput, tryCode } from './try-code.ts'
import { requireKey, unknownVerification, type VerificationContext } from './verification-context.ts'

type VerifiedWork<T> = (trx: Knex.Transaction, verification: StoredVerification) => Promise<T>

/** Verifications of registrations, new addresses and password resets, by code or bot (infra/decisions/0019-accounts.md). */
export interface Verifications {
  start(res: Response, request: VerificationRequest, requester: Requester): Promise<Verification>
  resend(req: Request, res: Response, verificationId: string): Promise<Verification>
  /** Returns the verification that this browser started. @throws Refusal `unauthorized` without one, or once cancelled */
  readOwn(req: Request, verificationId: string): Promise<StoredVerification>
  checkCode(req: Request, input: CodeInput, purposes: readonly VerificationPurpose[]): Promise<StoredVerification>
  tryCode<T>(
    req: Request,
    input: CodeInput,
    purposes: readonly VerificationPurpose[],
    work: VerifiedWork<T>,
  ): Promise<T>
  completeWhenVerified<T>(req: Request, work: VerifiedWork<T>): Promise<{ done: T } | { isOver: boolean }>
  /** Clears the cookie that binds this browser to its verification. */
  clearCookie(res: Response): void
}

/** Binds the steps of a verification to their dependencies. */
export function createVerifications(deps: Omit<VerificationContext, 'emailLimits'>): Verifications {
  const context: VerificationContext = { ...deps, emailLimits: createEmailLimits(deps.accountRateLimits) }
  return {
    start: (...args) => startVerification(context, ...args),
    resend: (...args) => resendCode(context, ...args),
    checkCode: (...args) => checkCode(context, ...args),
    tryCode: (...args) => tryCode(context, ...args),
    completeWhenVerified: (...args) => completeWhenVerified(context, ...args),
    clearCookie: (res) => context.cookie.clear(res),
    async readOwn(req, verificationId) {
      const verification = await readVerification(context.db, await requireKey(context, req, verificationId))
      if (!verification) throw unknownVerification()
      return verification
    },
  }
}
