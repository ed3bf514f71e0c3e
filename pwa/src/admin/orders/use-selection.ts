import { useState } from 'react'

/** The selected orders. Those that have left the page stay selected, but nothing acts on them. */
export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  }
  return { ids, toggle, selectOnly: (selected: readonly string[]) => setIds(new Set(selected)) }
}
