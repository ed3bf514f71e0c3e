/** What the storage did not take: it may be denied or full. It lasts as long as the page. */
const memoryFallback = new Map<string, string>()

/** Small choices kept on this device. */
export function readLocal(name: string): string | undefined {
  try {
    return memoryFallback.get(name) ?? localStorage.getItem(`tsedra.${name}`) ?? undefined
  } catch {
    return undefined
  }
}

export function writeLocal(name: string, value: string | undefined): void {
  memoryFallback.delete(name)
  try {
    if (value === undefined) localStorage.removeItem(`tsedra.${name}`)
    else localStorage.setItem(`tsedra.${name}`, value)
  } catch {
    if (value !== undefined) memoryFallback.set(name, value)
  }
}
