import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'

/** Maximum size of an uploaded picture, in bytes. */
export const MAX_PICTURE_BYTES = 5_242_880
/** Accepted types, detected by the first bytes and not by the file name. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** Values of `details.reason` of `picture_unfit`. */
export const pictureRejectionReasons = [
  /** No upload under this address, or the upload has expired. */
  'missing',
  /** More than MAX_PICTURE_BYTES. */
  'too_large',
  /** Not a JPEG, PNG, WebP or AVIF. */
  'not_a_picture',
  /** More than 25 megapixels, or 8 as AVIF. */
  'too_many_pixels',
  /** Decoding the picture fails. */
  'broken',
  /** Neither a hosted picture nor an address of an allowed host. */
  'address',
] as const
export type PictureRejectionReason = (typeof pictureRejectionReasons)[number]

/** PUT the file to uploadURL, then save a product or category with objectPath as its picture. */
export const createUpload = endpoint({
  route: 'POST /api/objects/upload',
  summary: 'An address to which one picture may be sent, for five minutes.',
  access: 'staff',
  response: z.object({
    uploadURL: z.string(),
    objectPath: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  errors: [...staffOnlyErrors, 'too_many_requests'],
})
