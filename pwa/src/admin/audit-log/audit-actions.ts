/** What staff may have done, as the shop writes it down: by thing, what happened to it. */
export const auditActions = {
  order: ['changed', 'noted', 'read'],
  orders: ['read', 'exported'],
  product: ['created', 'changed', 'deleted', 'sorted'],
  products: ['imported'],
  category: ['created', 'changed', 'deleted', 'sorted'],
  user: ['created', 'changed', 'second-factor-reset'],
  users: ['read'],
  session: ['started', 'proved', 'second-factor-refused', 'refused'],
} as const

type AuditActions = typeof auditActions
/** `order.changed` */
export type AuditAction = {
  [Entity in keyof AuditActions]: `${Entity}.${AuditActions[Entity][number]}`
}[keyof AuditActions]

export const auditActionNames = Object.entries(auditActions).flatMap(([entity, verbs]) =>
  verbs.map((verb) => `${entity}.${verb}` as AuditAction),
)

/** Undefined for what a newer shop may do. */
export const parseAuditAction = (action: string): AuditAction | undefined =>
  auditActionNames.find((candidate) => candidate === action)
