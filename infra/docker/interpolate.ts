/** Resolves `${NAME}`, `${NAME:-default}`, `${NAME:+replacement}` and `${NAME:?message}` as Docker Compose does. */
export function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(
    /\$\{([A-Z0-9_]+)(?::([-+?])((?:[^{}]|\$\{[^{}]*\})*))?\}/g,
    (_match, name: string, operator?: string, argument = '') => {
      const value = variables[name]
      if (operator === '?' && !value) throw new Error(`required variable ${name} is missing a value: ${argument}`)
      if (operator === '+') return value ? interpolate(argument, variables) : ''
      return value || interpolate(argument, variables)
    },
  )
}
