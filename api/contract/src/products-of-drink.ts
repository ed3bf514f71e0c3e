/** Returns the products that go with a drink: those that name it earliest first, then in the shop's order. */
export function productsOfDrink<P extends { drinks?: readonly string[] | undefined }>(
  products: readonly P[],
  drinkSlug: string,
): P[] {
  const rankOf = (item: P) => item.drinks?.indexOf(drinkSlug) ?? -1
  return products.filter((item) => rankOf(item) >= 0).sort((a, b) => rankOf(a) - rankOf(b))
}
