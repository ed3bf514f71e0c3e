import { vi } from 'vitest'

/** The browser's session history, as far as the router uses it. */
export class FakeBrowser extends EventTarget {
  entries: { url: URL; state: unknown }[] = [
    { url: new URL('https://shop.example/category/citrus?sort=price'), state: null },
  ]
  index = 0
  assigned: string[] = []
  isFull = false

  get current() {
    return this.entries[this.index] ?? { url: new URL('https://shop.example/'), state: null }
  }

  open(path: string, state: unknown = null): void {
    this.entries[this.index] = { url: new URL(path, this.current.url), state }
  }

  /** Replaces the globals; call it before the import of the router. */
  install(): void {
    const readState = () => this.current.state
    const history = {
      pushState: (state: unknown, _title: string, path: string) => {
        if (this.isFull) throw new DOMException('too many calls', 'SecurityError')
        const entry = { url: new URL(path, this.current.url), state: structuredClone(state) }
        this.entries.splice(++this.index, Infinity, entry)
      },
      replaceState: (state: unknown, _title: string, path: string) => this.open(path, state),
      go: (delta: number) => {
        this.index += delta
        this.dispatchEvent(new Event('popstate'))
      },
    }
    vi.stubGlobal('history', Object.defineProperty(history, 'state', { get: readState }))
    const readUrl = (name: 'pathname' | 'search' | 'hash') => ({ get: () => this.current.url[name] })
    vi.stubGlobal(
      'location',
      Object.defineProperties(
        { assign: (path: string) => this.assigned.push(path) },
        { pathname: readUrl('pathname'), search: readUrl('search'), hash: readUrl('hash') },
      ),
    )
    vi.stubGlobal('window', globalThis)
    vi.stubGlobal('addEventListener', this.addEventListener.bind(this))
    vi.stubGlobal('removeEventListener', this.removeEventListener.bind(this))
    vi.stubGlobal('dispatchEvent', this.dispatchEvent.bind(this))
  }
}
