import { renditionPath } from '@tsedra/contract/picture'

/** Never answered with the shop's page: calls, pictures, the back office, and whatever ends like a file. Path and query. */
export const notThePage: RegExp[] = [/^\/(?:api|media|admin)(?:[/?]|$)/, /^[^?]*\.[^/?]+(?:\?|$)/]

const THUMBNAIL_WIDTH = 320

export const isPicture = (pathname: string): boolean => pathname.startsWith('/media/')
export const isThumbnail = (pathname: string): boolean =>
  isPicture(pathname) && pathname.endsWith(`.${THUMBNAIL_WIDTH}.webp`)

/** The smallest rendition of the same picture (infra/decisions/0007-pictures.md). */
export const thumbnailOf = (pathname: string): string =>
  renditionPath(pathname.replace(/\.\d+\.webp$/, '.webp'), THUMBNAIL_WIDTH)
