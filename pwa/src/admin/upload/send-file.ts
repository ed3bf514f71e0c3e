/** Milliseconds before each retry (specification, section 9). */
export const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000] as const

/** Reason of a failed upload; all but `unreachable` are final. */
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
  /** Requests an upload URL. @throws UploadError */
  createTarget: () => Promise<UploadTarget>
  /** Sends the file; returns the HTTP status, 0 without a response. */
  put: (url: string) => Promise<number>
  /** Resolves after the delay, and not while offline. */
  wait: (ms: number) => Promise<void>
}

/**
 * Uploads one picture to a presigned URL and returns its path.
 *
 * Requests a new URL when one has expired; retries after 0, 1, 3 and 5 seconds without a response or on a server error.
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
