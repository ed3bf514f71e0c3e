/** Returns the number that customers and staff quote: the first eight characters of the order's id. */
export const orderNumber = (id: string): string => id.slice(0, 8).toUpperCase()
