const textFields = ['text', 'tel', 'email', 'password'].map((type) => `input[type=${type}]`).join()

/** Whether somebody's words stand in a form of this tab. What a search field holds is in the address. */
export const isHalfFilled = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>(`textarea,input:not([type]),${textFields}`)].some(({ value }) =>
    value.trim(),
  )
