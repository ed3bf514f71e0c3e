/** A rightful use of a private word. */
export interface Exception {
  text: RegExp
  /** All files when absent. */
  path?: RegExp
  reason: string
}

export const exceptions: readonly Exception[] = []
