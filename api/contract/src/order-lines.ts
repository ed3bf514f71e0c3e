/** Maximum number of lines in one order, and therefore in a cart. */
export const MAX_ORDER_LINES = 50

/** Maximum number of packages in one line of an order or a cart. */
export const MAX_LINE_QUANTITY = 99
