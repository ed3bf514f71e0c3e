/**
 * Resolves `${NAME}`, `${NAME:-default}`, `${NAME:+replacement}` and `${NAME:?message}` as Docker Compose does. Without the
 * colon an empty value counts as set.
 */
export function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\{([A-Z0-9_]+)(?:(:?)([-+?])((?:[^{}]|\$\{[^{}]*\})*))?\}/g,
    (_match, name: string, colon?: string, operator?: string, argument = '') => {
      const value = variables[name]
      const isSet = colon === ':' ? Boolean(value) : value !== undefined
      if (operator === '?' && !isSet) throw new Error(`required variable ${name} is missing a value: ${argument}`)
      if (operator === '+') return isSet ? interpolate(argument, variables) : ''
      if (operator === '-' && !isSet) return interpolate(argument, variables)
      return value ?? ''
    },
  )
}
