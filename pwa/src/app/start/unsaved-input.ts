const textInputSelector = ['text', 'tel', 'email', 'password'].map((type) => `input[type=${type}]`).join()

/** Returns whether a form of this tab contains text. Search fields do not count: their text is in the address. */
export const hasUnsavedInput = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>(`textarea,input:not([type]),${textInputSelector}`)].some(
    ({ value }) => value.trim(),
  )
