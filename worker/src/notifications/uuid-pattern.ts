/** Matches a UUID in callback data, for a RegExp: Postgres fails on a comparison of any other text with a uuid. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
