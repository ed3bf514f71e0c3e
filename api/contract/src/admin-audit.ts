import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { queryInteger } from './text.ts'

/** Endpoints of the audit log: infra/decisions/0027-audit-log-and-edit-conflicts.md. */

/** Default number of entries on one page. */
export const AUDIT_PAGE_SIZE = 50

const day = z.iso.date().check(z.regex(/^20/), z.meta({ format: 'date' }))
const fields = z.nullable(z.record(z.string(), z.unknown()))

export const auditLine = z.object({
  id: z.int(),
  /** Null for an actor without an account. */
  userId: z.nullable(z.uuid()),
  /** The present name of the user; null when the account is deleted. */
  userName: z.nullable(z.string()),
  /** The role of the user at that time, or `telegram`, or `command` on the server. */
  actor: z.string(),
  /** `entity.verb`: `order.changed`. */
  action: z.string(),
  /** Id of the entity; null for a list. */
  thingId: z.nullable(z.string()),
  /** The changed fields, before and after; null when there are none. */
  before: fields,
  after: fields,
  createdAt: z.iso.datetime(),
})
export type AuditLine = z.infer<typeof auditLine>

/** Names by id and language; names of users are only under `ua`. */
const auditNames = z.record(
  z.string(),
  z.object({ ua: z.optional(z.string()), ru: z.optional(z.string()), en: z.optional(z.string()) }),
)
export type AuditNames = z.infer<typeof auditNames>

export const listAudit = endpoint({
  route: 'GET /api/admin/audit',
  summary: 'What staff did, newest first, a page at a time.',
  access: 'admin',
  query: z.strictObject({
    userId: z.optional(z.uuid()),
    thingId: z.optional(z.string().check(z.minLength(1), z.maxLength(100), z.regex(/^[\w-]+$/))),
    /** `order` for all actions on orders, `order.changed` for one. */
    action: z.optional(z.string().check(z.maxLength(60), z.regex(/^[a-z-]+(\.[a-z-]+)?$/))),
    /** Omitted: also reads and sign-ins. */
    only: z.optional(z.enum(['changes', 'reads'])),
    /** First and last day in Kyiv, both included. */
    from: z.optional(day),
    to: z.optional(day),
    limit: z.optional(queryInteger(1, 100)),
    /** `next` of the previous page: entries older than this one. */
    before: z.optional(queryInteger(1, 999_999_999)),
  }),
  response: z.object({
    lines: z.array(auditLine),
    next: z.nullable(z.int()),
    /** Present staff, for the filter by user. */
    staff: z.array(z.object({ id: z.uuid(), name: z.string() })),
    /** Of products, categories and users whose ids the entries contain. */
    names: z.optional(auditNames),
  }),
  errors: [...staffOnlyErrors],
})
