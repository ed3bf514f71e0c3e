import { parse } from 'yaml'

/** Parses a compose file: merge keys are resolved, and `!reset` leaves null. */
export function parseCompose(text: string): unknown {
  return parse(text, { merge: true, customTags: [{ tag: '!reset', resolve: () => null }] })
}

/** Merges compose files as `docker compose` does for the keys that ours override: mappings by key, lists appended. */
export function mergeCompose<Compose extends object>(...files: readonly Compose[]): Compose {
  return files.reduce((merged, file) => merge(merged, file) as Compose)
}

function merge(base: unknown, override: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(override)) return [...new Set<unknown>([...base, ...override])]
  if (!isMapping(base) || !isMapping(override)) return override === undefined ? base : override
  const names = new Set([...Object.keys(base), ...Object.keys(override)])
  return Object.fromEntries([...names].map((name) => [name, merge(base[name], override[name])]))
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
