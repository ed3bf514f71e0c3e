const textInputSelector = ['text', 'tel', 'email', 'password'].map((type) => `input[type=${type}]`).join()

/** Whether somebody's words stand in a form of this tab. What a search field holds is in the address. */
export const hasUnsavedInput = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>(`textarea,input:not([type]),${textInputSelector}`)].some(
    ({ value }) => value.trim(),
  )
