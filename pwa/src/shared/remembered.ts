/** What the storage did not take: it may be denied or full. It lasts as long as the page. */
const memory = new Map<string, string>()

/** Small choices kept on this device. */
export function recall(name: string): string | undefined {
  try {
    return memory.get(name) ?? localStorage.getItem(`tsedra.${name}`) ?? undefined
  } catch {
    return undefined
  }
}

export function remember(name: string, value: string | undefined): void {
  memory.delete(name)
  try {
    if (value === undefined) localStorage.removeItem(`tsedra.${name}`)
    else localStorage.setItem(`tsedra.${name}`, value)
  } catch {
    if (value !== undefined) memory.set(name, value)
  }
}
