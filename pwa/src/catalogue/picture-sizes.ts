/**
 * `sizes` of a product's large picture. In narrow windows it is drawn in 86vw; 72vw makes phones with three pixels per
 * point choose the file of 960 px and those with two the one of 640: 2.3 and 1.9 pixels per point, with no visible loss.
 */
export const gallerySizes = '(min-width: 1024px) 43vw, (min-resolution: 1.5dppx) 72vw, 86vw'

/** `sizes` of a card's picture, and of a card that is a row on phones. */
export const cardSizes = '(min-width: 1180px) 17vw, (min-width: 600px) 35vw, 70vw'
export const rowSizes = `(max-width: 599px) 104px, ${cardSizes}`

/** `sizes` of a category's picture, 210 px: three pixels per point choose the file of 480 px too, which is 2.3. */
export const categorySizes = '(min-width: 1180px) 320px, (min-resolution: 2.5dppx) 160px, 210px'

/** `sizes` of the picture in a category's header. On phones it is slightly wider, with no visible loss. */
export const bannerSizes = '(min-width: 1024px) 40vw, 160px'
