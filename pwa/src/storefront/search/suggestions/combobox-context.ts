import { createContext } from 'react'

/** What the options of a combobox share. */
export const ComboboxContext = createContext<{ activeId: string | undefined; onChoose: () => void }>({
  activeId: undefined,
  onChoose: () => {},
})
