/** Names of the service worker's picture caches, which the page may fill in advance. The number is the version of their format. */
export const THUMBNAIL_CACHE = 'img-thumb-v1'
export const LARGE_PICTURE_CACHE = 'img-full-v1'
