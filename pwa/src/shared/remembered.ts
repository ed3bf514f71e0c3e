/** Small choices kept on this device. Storage may be denied: then they last as long as the page. */
const memory = new Map<string, string>()

export function recall(name: string): string | undefined {
  try {
    return localStorage.getItem(`tsedra.${name}`) ?? memory.get(name)
  } catch {
    return memory.get(name)
  }
}

export function remember(name: string, value: string | undefined): void {
  if (value === undefined) memory.delete(name)
  else memory.set(name, value)
  try {
    if (value === undefined) localStorage.removeItem(`tsedra.${name}`)
    else localStorage.setItem(`tsedra.${name}`, value)
  } catch {
    // Kept in memory above.
  }
}
