/**
 * Returns one spelling for Ukrainian, Russian and their Latin transliterations: words that sound alike get the same
 * spelling. Idempotent.
 *
 * лимон, лімон, limon and lymon become `limon`; хурма, khurma and hurma become `gurma`; hibiscus and гібіскус become
 * `gibiskus`. Accents, apostrophes and soft signs are removed, double characters become one.
 */
export function normaliseSpelling(word: string): string {
  const plain = word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/shch|zh|kh|ch|sh|ck|ph|qu|x/g, (latin) => digraphs[latin] ?? latin)
    .replace(/c(?=[eiy])/g, 'ц')
  let out = ''
  for (const character of plain) out += characterMap[character] ?? character
  return collapseDoubles(collapseDoubles(out).replaceAll('ts', 'ц'))
}

const collapseDoubles = (word: string): string => word.replace(/(\p{L})\1+/gu, '$1')

/** Groups of Latin characters with one sound. The results contain no Latin character that a second pass would replace. */
const digraphs: Record<string, string> = {
  shch: 'шч',
  zh: 'ж',
  kh: 'g',
  ch: 'ч',
  sh: 'ш',
  ck: 'k',
  ph: 'f',
  qu: 'kv',
  x: 'ks',
}

/** г, х and Latin h share one spelling: transliterations of both use `h`. ж, ц, ч and ш stay. */
const characterMap: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  є: 'e',
  э: 'e',
  з: 'z',
  и: 'i',
  і: 'i',
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
  х: 'g',
  щ: 'шч',
  ы: 'i',
  ь: '',
  ъ: '',
  ю: 'iu',
  я: 'ia',
  c: 'k',
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

const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'йцукенгшщзхї', 'фівапролджє', 'ячсмитьбю', 'фывапролджэ']
/** Characters that sound alike without stress. */
const similar = ['ао', 'еиіїєэы', 'aeo', 'eiy']

const neighbours = new Set([
  ...keyboardRows.flatMap((row) => [...row].slice(1).map((key, at) => `${row[at]}${key}`)),
  ...similar.flatMap((group) => [...group].flatMap((a) => [...group].map((b) => `${a}${b}`))),
])

/** Returns whether one character is easily written for the other: neighbouring keys, or unstressed vowels. */
export const areNeighbours = (a: string, b: string): boolean => neighbours.has(a + b) || neighbours.has(b + a)
