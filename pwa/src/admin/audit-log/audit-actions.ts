/** Verbs of the audit log by entity. */
export const auditActions = {
  order: ['changed', 'amended', 'entered', 'noted', 'replied', 'read'],
  orders: ['read', 'exported'],
  product: ['created', 'changed', 'deleted', 'sorted'],
  products: ['imported'],
  category: ['created', 'changed', 'deleted', 'sorted'],
  drink: ['created', 'changed', 'deleted', 'sorted'],
  synonym: ['created', 'changed', 'deleted'],
  shop: ['changed'],
  template: ['created', 'changed', 'deleted'],
  stock: ['changed'],
  packages: ['changed'],
  page: ['changed'],
  user: ['created', 'changed', 'second-factor-reset', 'session-ended', 'read'],
  users: ['read'],
  invitation: ['created', 'sent', 'revoked', 'accepted'],
  session: ['started', 'proved', 'second-factor-refused', 'refused'],
} as const

type AuditActions = typeof auditActions
/** Entity and verb: `order.changed`. */
export type AuditAction = {
  [Entity in keyof AuditActions]: `${Entity}.${AuditActions[Entity][number]}`
}[keyof AuditActions]

export const auditActionNames = Object.entries(auditActions).flatMap(([entity, verbs]) =>
  verbs.map((verb) => `${entity}.${verb}` as AuditAction),
)

/** Returns undefined for an action of a newer server. */
export const parseAuditAction = (action: string): AuditAction | undefined =>
  auditActionNames.find((candidate) => candidate === action)
