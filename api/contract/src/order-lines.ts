/** Maximum number of lines in one order, and therefore in a cart. */
export const MAX_ORDER_LINES = 50
