import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { queryInteger } from './text.ts'

/** Who of the staff did what: infra/decisions/0027-audit-log-and-edit-conflicts.md. */

/** Lines in one page unless a client asks for fewer or more. */
export const AUDIT_PAGE_SIZE = 50

const day = z.iso.date().check(z.regex(/^20/), z.meta({ format: 'date' }))
const fields = z.nullable(z.record(z.string(), z.unknown()))

export const auditLine = z.object({
  id: z.int(),
  /** Null for whoever acts without an account. */
  userId: z.nullable(z.uuid()),
  /** As the person is called now; null when the account is gone. */
  userName: z.nullable(z.string()),
  /** The role it was done in, or `telegram`, or `command` on the server. */
  actor: z.string(),
  /** `thing.happened`: `order.changed`. */
  action: z.string(),
  /** Of what it was done to; null for a list. */
  thingId: z.nullable(z.string()),
  /** The fields that differ, before and after; null where there are none. */
  before: fields,
  after: fields,
  createdAt: z.iso.datetime(),
})
export type AuditLine = z.infer<typeof auditLine>

/** Names by id, in the languages there are; a person's name is the same in all and stands under `ua`. */
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
    /** `order` for everything about orders, `order.changed` for that alone. */
    action: z.optional(z.string().check(z.maxLength(60), z.regex(/^[a-z-]+(\.[a-z-]+)?$/))),
    /** Left out: what was read, and who signed in, is told too. */
    only: z.optional(z.enum(['changes', 'reads'])),
    /** First and last day in Kyiv, both included. */
    from: z.optional(day),
    to: z.optional(day),
    limit: z.optional(queryInteger(1, 100)),
    /** `next` of the page before: lines older than this one. */
    before: z.optional(queryInteger(1, 999_999_999)),
  }),
  response: z.object({
    lines: z.array(auditLine),
    next: z.nullable(z.int()),
    /** Who is staff now, by name: whose lines may be asked for. */
    staff: z.array(z.object({ id: z.uuid(), name: z.string() })),
    /** Of the products, categories and people that the lines mention by id. */
    names: z.optional(auditNames),
  }),
  errors: [...staffOnlyErrors],
})
