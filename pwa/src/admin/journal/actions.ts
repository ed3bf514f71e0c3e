/** What staff may have done, as the shop writes it down: by thing, what happened to it. */
export const actions = {
  order: ['changed', 'noted', 'read'],
  orders: ['read', 'exported'],
  product: ['created', 'changed', 'deleted', 'sorted'],
  products: ['imported'],
  category: ['created', 'changed', 'deleted', 'sorted'],
  user: ['created', 'changed', 'second-factor-reset'],
  users: ['read'],
  session: ['started', 'proved', 'second-factor-refused', 'refused'],
} as const

type Actions = typeof actions
/** `order.changed` */
export type Action = { [Thing in keyof Actions]: `${Thing}.${Actions[Thing][number]}` }[keyof Actions]

export const allActions = Object.entries(actions).flatMap(([thing, happened]) =>
  happened.map((each) => `${thing}.${each}` as Action),
)

/** Undefined for what a newer shop may do. */
export const knownAction = (action: string): Action | undefined => allActions.find((each) => each === action)
