/** Values that local storage rejected because it is denied or full. They last as long as the page. */
const memoryFallback = new Map<string, string>()

/** Returns a small value stored on this device, or undefined. */
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
