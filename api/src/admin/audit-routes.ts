import { AUDIT_PAGE_SIZE, type AuditLine, listAudit } from '@tsedra/contract/admin-audit'
import type { Db } from '@tsedra/database/connection'
import { sanitiseJson, sanitiseLine } from '@tsedra/service/sanitise-text'
import type { Router } from 'express'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { userNameSql, readAuditNames } from './audit-names.ts'
import { betweenDays } from './kyiv-days.ts'

/** Serves the audit log to admins: infra/decisions/0027-audit-log-and-edit-conflicts.md. */
export function auditRoutes({ db }: { db: Db }): Router {
  const router = createRouter()

  serve(router, listAudit, async ({ query: { limit = AUDIT_PAGE_SIZE, ...filter } }) => {
    const [rows, staff] = await Promise.all([readLines(db, filter, limit + 1), readStaff(db)])
    const lines = rows.slice(0, limit)
    const names = await readAuditNames(db, lines)
    return { lines, next: rows.length > limit ? (lines.at(-1)?.id ?? null) : null, staff, names }
  })

  return router
}

interface AuditFilter {
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
    `SELECT u.id, ${userNameSql} AS name FROM users u WHERE u.role <> 'user' ORDER BY u.created_at DESC, u.id`,
  )
  return rows.map(({ id, name }) => ({ id, name: sanitiseLine(name) }))
}

type Row = Omit<AuditLine, 'id' | 'createdAt'> & { id: string; createdAt: Date }

async function readLines(db: Db, filter: AuditFilter, limit: number): Promise<AuditLine[]> {
  const { userId, thingId, action, only, before } = filter
  const isRead = `split_part(a.action, '.', 2) IN ('read', 'exported')`
  const isSession = `split_part(a.action, '.', 1) = 'session'`
  const conditions: [sql: string, bindings: (string | number)[]][] = [
    ...(userId ? [bindCondition('a.user_id = ?', userId)] : []),
    ...(thingId ? [bindCondition('a.thing_id = ?', thingId)] : []),
    ...(action
      ? [
          action.includes('.')
            ? bindCondition('a.action = ?', action)
            : bindCondition(`split_part(a.action, '.', 1) = ?`, action),
        ]
      : []),
    ...(only ? [[only === 'reads' ? isRead : `NOT ${isRead} AND NOT ${isSession}`, []] as [string, string[]]] : []),
    ...betweenDays('a.created_at', filter),
    ...(before ? [bindCondition('a.id < ?', before)] : []),
  ]
  const where = conditions.length > 0 ? `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}` : ''
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT a.id, a.user_id AS "userId", ${userNameSql} AS "userName",
       a.actor, a.action, a.thing_id AS "thingId", a.before, a.after, a.created_at AS "createdAt"
     FROM audit_log a LEFT JOIN users u ON u.id = a.user_id ${where} ORDER BY a.id DESC LIMIT ?`,
    [...conditions.flatMap(([, values]) => values), limit],
  )
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    userName: row.userName && sanitiseLine(row.userName),
    before: sanitiseJson(row.before) as Row['before'],
    after: sanitiseJson(row.after) as Row['after'],
    createdAt: row.createdAt.toISOString(),
  }))
}

const bindCondition = (sql: string, value: string | number): [string, (string | number)[]] => [sql, [value]]
