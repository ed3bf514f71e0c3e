/** What the search reads of a snapshot: server and phone pass the same one. */
export interface SearchSource {
  /** In the shop's order. */
  products: readonly {
    id: string
    categoryId: string | null
    names: string
    about: string
    /** Slugs, the most characteristic first. */
    drinks?: readonly string[] | undefined
    /** The language of the page first. */
    translations: readonly { description: string | null }[]
  }[]
  categories: readonly { id: string; slug: string; translations: readonly { name: string }[] }[]
  /** Missing in snapshots that an earlier release has stored; so are `synonyms`. */
  drinks?: readonly { slug: string; names: string }[] | undefined
  /** Package sizes of the shop; missing while they are the built-in ones. */
  packages?: readonly string[] | undefined
  synonyms?: readonly (readonly string[])[] | undefined
}
