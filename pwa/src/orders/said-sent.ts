const said = new Set<string>()

/** The shopper has been told that this one is with the shop; nobody says it twice. */
export const saidSent = (id: string): void => void said.add(id)
export const wasSaid = (id: string): boolean => said.has(id)
