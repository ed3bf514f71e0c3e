/** Who entered an order: the customer in the shop, or staff for a customer on the phone. */
export const orderSources = ['shop', 'phone'] as const
export type OrderSource = (typeof orderSources)[number]
