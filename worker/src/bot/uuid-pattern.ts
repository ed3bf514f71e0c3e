/** What a key under a message may carry as an id, for a RegExp: Postgres refuses to compare anything else with one. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
