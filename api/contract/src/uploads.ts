import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'

/** Bytes of an uploaded picture at most. */
export const MAX_PICTURE_BYTES = 5_242_880
/** What is taken: told by the first bytes, not by the name. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const

/** Why a picture is no good: `details.reason` of `picture_unfit`. */
export const pictureRejectionReasons = [
  /** Nothing has arrived under this address, or it was too long ago. */
  'missing',
  /** More than MAX_PICTURE_BYTES. */
  'too_large',
  /** Not a JPEG, PNG, WebP or AVIF. */
  'not_a_picture',
  /** More than 25 megapixels, or 8 as AVIF. */
  'too_many_pixels',
  /** It cannot be drawn to its end. */
  'broken',
  /** Not an address of ours, and not one of an allowed host. */
  'address',
] as const
export type PictureRejectionReason = (typeof pictureRejectionReasons)[number]

/** Send the file with PUT to uploadURL, then save a product or category with objectPath as its picture. */
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
