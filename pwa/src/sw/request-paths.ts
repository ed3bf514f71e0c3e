import { renditionPath } from '@tsedra/contract/picture'

/** Paths that are never served the shop's page: API, pictures, admin, and files. They match path and query. */
export const nonPagePatterns: RegExp[] = [/^\/(?:api|media|admin)(?:[/?]|$)/, /^[^?]*\.[^/?]+(?:\?|$)/]

const MIDDLE_WIDTH = 640
const THUMBNAIL_WIDTH = 320

export const isPicture = (pathname: string): boolean => pathname.startsWith('/media/')
export const isThumbnail = (pathname: string): boolean =>
  isPicture(pathname) && pathname.endsWith(`.${THUMBNAIL_WIDTH}.webp`)

/** Returns the paths of all renditions of a picture, the largest first (infra/decisions/0007-pictures.md). */
export function getRenditions(pathname: string): string[] {
  const largest = pathname.replace(/\.\d+\.webp$/, '.webp')
  return [largest, renditionPath(largest, MIDDLE_WIDTH), renditionPath(largest, THUMBNAIL_WIDTH)]
}
