import type { StaffDrink } from '@tsedra/contract/admin-drinks'

type DrinkNames = Pick<StaffDrink, 'slug'> & { translations: readonly { name: string }[] }

/** An option of the list: a drink that exists, or the typed name of a new one. */
export type DrinkOption<Drink> = { drink: Drink } | { newName: string }

/** Returns the drinks with the typed text in a name in any language, then the text as a new drink unless it is a name. */
export function listDrinkOptions<Drink extends DrinkNames>(
  drinks: readonly Drink[],
  selectedSlugs: readonly string[],
  input: string,
): DrinkOption<Drink>[] {
  const text = toComparable(input)
  const namesOf = ({ translations }: Drink) => translations.map(({ name }) => toComparable(name))
  const matches = drinks.filter(
    (drink) => !selectedSlugs.includes(drink.slug) && namesOf(drink).some((name) => name.includes(text)),
  )
  const isName = drinks.some((drink) => namesOf(drink).includes(text))
  const options = matches.map((drink) => ({ drink }))
  return text && !isName ? [...options, { newName: input.trim() }] : options
}

const toComparable = (text: string): string => text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ')
