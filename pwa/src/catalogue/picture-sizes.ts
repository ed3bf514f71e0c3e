/** The big picture of a product. A cutout leaves a margin on its plate; photos are a little wider, and no screen shows it. */
export const gallerySizes = '(min-width: 1024px) 43vw, 83vw'
