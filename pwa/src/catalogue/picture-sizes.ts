/** The big picture of a product. A cutout leaves a margin on its plate; photos are a little wider, and no screen shows it. */
export const gallerySizes = '(min-width: 1024px) 43vw, 83vw'

/** The picture of a card, and of one that is a row on phones. */
export const cardSizes = '(min-width: 1180px) 17vw, (min-width: 600px) 35vw, 70vw'
export const rowSizes = `(max-width: 599px) 104px, ${cardSizes}`

/** The picture at the head of a category, on wide screens. */
export const bannerSizes = '38vw'
