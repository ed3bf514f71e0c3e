import { createHash } from 'node:crypto'

/** Characters of the hash in an ETag: 132 bits. */
const ETAG_LENGTH = 22

/** Returns the ETag of these bytes. Weak: all encodings of one content share it (RFC 9110, section 8.8.1). */
export const hashEtag = (bytes: Buffer): string =>
  `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, ETAG_LENGTH)}"`
