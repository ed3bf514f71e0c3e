import { renditionPath } from '@tsedra/contract/picture'

/** Paths that are never served the shop's page: API, pictures, admin, and files. They match path and query. */
export const nonPagePatterns: RegExp[] = [/^\/(?:api|media|admin)(?:[/?]|$)/, /^[^?]*\.[^/?]+(?:\?|$)/]

const THUMBNAIL_WIDTH = 320

export const isPicture = (pathname: string): boolean => pathname.startsWith('/media/')
export const isThumbnail = (pathname: string): boolean =>
  isPicture(pathname) && pathname.endsWith(`.${THUMBNAIL_WIDTH}.webp`)

/** Returns the paths of all renditions of a picture, the largest first (infra/decisions/0007-pictures.md). */
export function getRenditions(pathname: string): string[] {
  const largest = pathname.replace(/\.\d+\.(?:webp|avif)$/, '.webp')
  return [
    largest,
    renditionPath(largest, 960, 'avif'),
    renditionPath(largest, 640, 'avif'),
    renditionPath(largest, 640),
    renditionPath(largest, 480, 'avif'),
    renditionPath(largest, THUMBNAIL_WIDTH),
  ]
}
