/** Milliseconds before each further try (specification, section 9). */
export const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000] as const

/** Why a file did not get through; all but `unreachable` are final. */
export type UploadErrorCode = 'unauthorized' | 'tooLarge' | 'tooMany' | 'refused' | 'unreachable'

export class UploadError extends Error {
  override readonly name = 'UploadError'
  readonly code: UploadErrorCode

  constructor(code: UploadErrorCode) {
    super(code)
    this.code = code
  }
}

export interface UploadTarget {
  uploadURL: string
  objectPath: string
}

interface SendFileDependencies {
  /** Asks the shop for an address. @throws UploadError */
  createTarget: () => Promise<UploadTarget>
  /** Sends the file; the HTTP status, 0 when nobody answered. */
  put: (url: string) => Promise<number>
  /** Resolves after so many milliseconds, and not before there is a network. */
  wait: (ms: number) => Promise<void>
}

/**
 * Sends one picture to a presigned address; the path under which the shop knows it.
 *
 * An address that is not open any more is replaced by another; what was not heard, or a server in trouble, is tried again
 * after 0, 1, 3 and 5 seconds.
 * @throws UploadError
 */
export async function sendFile({ createTarget, put, wait }: SendFileDependencies): Promise<string> {
  let target: UploadTarget | undefined
  for (const delayMs of [undefined, ...RETRY_DELAYS_MS]) {
    if (delayMs !== undefined) await wait(delayMs)
    try {
      target ??= await createTarget()
    } catch (error) {
      if (error instanceof UploadError && error.code !== 'unreachable') throw error
      continue
    }
    const status = await put(target.uploadURL)
    if (status >= 200 && status < 300) return target.objectPath
    // mutation test: refused-upload-final
    if (status === 413) throw new UploadError('tooLarge')
    if (status === 401) throw new UploadError('unauthorized')
    // mutation test: expired-upload-url-renewed
    if (status === 403) target = undefined
    else if (status >= 400 && status < 500 && status !== 429 && status !== 408) throw new UploadError('refused')
  }
  throw new UploadError('unreachable')
}
