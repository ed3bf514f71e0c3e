/** The resources of a program. SIGINT and SIGTERM dispose them too, and then end the program with exit code 1. */
export class InterruptibleStack extends AsyncDisposableStack {
  #disposal: Promise<void> | undefined

  constructor() {
    super()
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => void this.disposeAsync().finally(() => process.exit(1)))
  }

  /** Returns the same promise each time: a program that fails because of the interrupt also waits for it. */
  override disposeAsync(): Promise<void> {
    return (this.#disposal ??= super.disposeAsync())
  }

  override [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync()
  }
}
