/** Where the service worker keeps pictures, and the page may put some ahead. The number is the format of what is kept. */
export const THUMBNAIL_CACHE = 'img-thumb-v1'
export const LARGE_PICTURE_CACHE = 'img-full-v1'
