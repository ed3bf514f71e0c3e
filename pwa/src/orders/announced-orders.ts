const announcedIds = new Set<string>()

/** The shopper has been told that this one is with the shop; nobody says it twice. */
export const markAnnounced = (id: string): void => void announcedIds.add(id)
export const isAnnounced = (id: string): boolean => announcedIds.has(id)
