export type Tone = 'zest' | 'lemon' | 'lime' | 'ruby' | 'berry' | 'orchard'

/** The first word that a slug contains decides. Decoration only, so an unknown slug is zest. */
const tones: readonly (readonly [Tone, readonly string[]])[] = [
  [
    'ruby',
    ['blood-orange', 'grapefruit', 'strawberry', 'hibiscus', 'chili-pods', 'bloody', 'plum', 'mulled', 'bar-sets'],
  ],
  ['lemon', ['lemon', 'pineapple', 'ginger', 'pomelo', 'mango', 'spices']],
  ['lime', ['lime', 'kiwi', 'juniper', 'rosemary', 'gin-tonic', 'tropical']],
  ['berry', ['dragon', 'rose', 'lavender', 'cornflower', 'fig', 'berries']],
  ['orchard', ['apple', 'pear', 'quince', 'coconut', 'vanilla', 'anise', 'cinnamon', 'orchard']],
]

export function pickTone(slug: string): Tone {
  return tones.find(([, words]) => words.some((word) => slug.includes(word)))?.[0] ?? 'zest'
}
