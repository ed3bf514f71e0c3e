/** Resolves `${NAME}`, `${NAME:-default}`, `${NAME:+replacement}` and `${NAME:?message}` as Docker Compose does. */
export function interpolate(text: string, owner: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\{([A-Z0-9_]+)(?::([-+?])((?:[^{}]|\$\{[^{}]*\})*))?\}/g,
    (_whole, name: string, operator?: string, rest = '') => {
      const value = owner[name]
      if (operator === '?' && !value) throw new Error(`required variable ${name} is missing a value: ${rest}`)
      if (operator === '+') return value ? interpolate(rest, owner) : ''
      return value || interpolate(rest, owner)
    },
  )
}
