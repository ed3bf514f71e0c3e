import { renditionPath } from '@tsedra/contract/picture'

/** Never answered with the shop's page: calls, pictures, the back office, and whatever ends like a file. Path and query. */
export const nonPagePatterns: RegExp[] = [/^\/(?:api|media|admin)(?:[/?]|$)/, /^[^?]*\.[^/?]+(?:\?|$)/]

const MIDDLE_WIDTH = 640
const THUMBNAIL_WIDTH = 320

export const isPicture = (pathname: string): boolean => pathname.startsWith('/media/')
export const isThumbnail = (pathname: string): boolean =>
  isPicture(pathname) && pathname.endsWith(`.${THUMBNAIL_WIDTH}.webp`)

/** The same picture in its sizes, the largest first (infra/decisions/0007-pictures.md). */
export function getRenditions(pathname: string): string[] {
  const largest = pathname.replace(/\.\d+\.webp$/, '.webp')
  return [largest, renditionPath(largest, MIDDLE_WIDTH), renditionPath(largest, THUMBNAIL_WIDTH)]
}
