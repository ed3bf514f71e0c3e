/**
 * Returns one spelling for Ukrainian, Russian and their Latin transliterations: words that sound alike get the same
 * spelling.
 *
 * лимон, лімон, limon and lymon all become `limon`; ё becomes е, ґ becomes г, apostrophes and soft signs are removed.
 */
export function normaliseSpelling(word: string): string {
  let plain = word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  for (const [latin, character] of digraphs) plain = plain.replaceAll(latin, character)
  let out = ''
  for (const character of plain) out += characterMap[character] ?? character
  return out.replace(/(\p{L})\1+/gu, '$1')
}

/** Latin digraphs for one Cyrillic character, longest first. */
const digraphs: readonly (readonly [string, string])[] = [
  ['shch', 'щ'],
  ['x', 'кс'],
  ['ph', 'f'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['ck', 'k'],
]

const characterMap: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  є: 'e',
  э: 'e',
  ж: 'ž',
  з: 'z',
  и: 'i',
  і: 'i',
  ї: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'x',
  ц: 'c',
  ч: 'č',
  ш: 'š',
  щ: 'šč',
  ы: 'i',
  ь: '',
  ъ: '',
  ю: 'iu',
  я: 'ia',
  h: 'g',
  j: 'i',
  y: 'i',
  w: 'v',
  q: 'k',
}

const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
const cyrillicKeys = 'йцукенгшщзхїфівапролджєячсмитьбюё'

const toCyrillic = new Map([...latinKeys].map((key, index) => [key, cyrillicKeys[index] ?? key]))
const toLatin = new Map([...cyrillicKeys].map((key, index) => [key, latinKeys[index] ?? key]))
// Keys that have another character in the Russian layout.
for (const [character, key] of [
  ['ы', 's'],
  ['э', "'"],
  ['ъ', ']'],
] as const)
  toLatin.set(character, key)

/** Returns the query typed in the other keyboard layout: kbvjy → лимон, дуьщт → lemon. */
export function swapKeyboard(query: string): string {
  const lower = query.normalize('NFC').toLowerCase()
  const map = /[а-яёґєії]/.test(lower) ? toLatin : toCyrillic
  return [...lower].map((key) => map.get(key) ?? key).join('')
}
