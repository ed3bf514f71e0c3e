import { AUDIT_PAGE, type AuditLine, listAudit } from '@tsedra/contract/admin-audit'
import type { Db } from '@tsedra/database/connection'
import { staffJson, staffLine } from '@tsedra/service/staff-text'
import type { Router } from 'express'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { nameOfUser, readAuditNames } from './audit-names.ts'
import { betweenDays } from './kyiv-days.ts'

/** The audit log, for admins to read: infra/decisions/0027-staff-changes.md. */
export function auditRoutes({ db }: { db: Db }): Router {
  const router = createRouter()

  serve(router, listAudit, async ({ query: { limit = AUDIT_PAGE, ...filter } }) => {
    const [found, staff] = await Promise.all([readLines(db, filter, limit + 1), readStaff(db)])
    const lines = found.slice(0, limit)
    const names = await readAuditNames(db, lines)
    return { lines, next: found.length > limit ? (lines.at(-1)?.id ?? null) : null, staff, names }
  })

  return router
}

interface Filter {
  userId?: string | undefined
  thingId?: string | undefined
  action?: string | undefined
  only?: 'changes' | 'reads' | undefined
  from?: string | undefined
  to?: string | undefined
  before?: number | undefined
}

async function readStaff(db: Db): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.raw<{ rows: { id: string; name: string }[] }>(
    `SELECT u.id, ${nameOfUser} AS name FROM users u WHERE u.role <> 'user' ORDER BY u.created_at DESC, u.id`,
  )
  return rows.map(({ id, name }) => ({ id, name: staffLine(name) }))
}

type Row = Omit<AuditLine, 'id' | 'createdAt'> & { id: string; createdAt: Date }

async function readLines(db: Db, filter: Filter, limit: number): Promise<AuditLine[]> {
  const { userId, thingId, action, only, before } = filter
  const isRead = `split_part(a.action, '.', 2) IN ('read', 'exported')`
  const isSession = `split_part(a.action, '.', 1) = 'session'`
  const parts: [sql: string, bindings: (string | number)[]][] = [
    ...(userId ? [bound('a.user_id = ?', userId)] : []),
    ...(thingId ? [bound('a.thing_id = ?', thingId)] : []),
    ...(action
      ? [action.includes('.') ? bound('a.action = ?', action) : bound(`split_part(a.action, '.', 1) = ?`, action)]
      : []),
    ...(only ? [[only === 'reads' ? isRead : `NOT ${isRead} AND NOT ${isSession}`, []] as [string, string[]]] : []),
    ...betweenDays('a.created_at', filter),
    ...(before ? [bound('a.id < ?', before)] : []),
  ]
  const where = parts.length > 0 ? `WHERE ${parts.map(([sql]) => sql).join(' AND ')}` : ''
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT a.id, a.user_id AS "userId", ${nameOfUser} AS "userName",
       a.actor, a.action, a.thing_id AS "thingId", a.before, a.after, a.created_at AS "createdAt"
     FROM audit_log a LEFT JOIN users u ON u.id = a.user_id ${where} ORDER BY a.id DESC LIMIT ?`,
    [...parts.flatMap(([, values]) => values), limit],
  )
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    userName: row.userName && staffLine(row.userName),
    before: staffJson(row.before) as Row['before'],
    after: staffJson(row.after) as Row['after'],
    createdAt: row.createdAt.toISOString(),
  }))
}

const bound = (sql: string, value: string | number): [string, (string | number)[]] => [sql, [value]]
