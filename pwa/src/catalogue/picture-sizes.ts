/** `sizes` of a product's large picture. Photos are slightly wider than cutouts, with no visible loss. */
export const gallerySizes = '(min-width: 1024px) 43vw, 83vw'

/** `sizes` of a card's picture, and of a card that is a row on phones. */
export const cardSizes = '(min-width: 1180px) 17vw, (min-width: 600px) 35vw, 70vw'
export const rowSizes = `(max-width: 599px) 104px, ${cardSizes}`

/** `sizes` of the picture in a category's header. On phones it is slightly wider, with no visible loss. */
export const bannerSizes = '(min-width: 1024px) 40vw, 160px'
