/**
 * One spelling for Ukrainian, Russian and their Latin transliterations: what sounds alike is written alike.
 *
 * лимон, лімон, limon and lymon all become `limon`; ё is е, ґ is г, apostrophes and soft signs go.
 */
export function normaliseSpelling(word: string): string {
  let plain = word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  for (const [latin, letter] of digraphs) plain = plain.replaceAll(latin, letter)
  let out = ''
  for (const letter of plain) out += letterMap[letter] ?? letter
  return out.replace(/(\p{L})\1+/gu, '$1')
}

/** Latin letter groups that stand for one Cyrillic letter, longest first. */
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

const letterMap: Record<string, string> = {
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
// Where the Russian layout has another letter on the same key.
for (const [letter, key] of [
  ['ы', 's'],
  ['э', "'"],
  ['ъ', ']'],
] as const)
  toLatin.set(letter, key)

/** What was meant by somebody who forgot to switch the keyboard: kbvjy → лимон, дуьщт → lemon. */
export function swapKeyboard(query: string): string {
  const lower = query.normalize('NFC').toLowerCase()
  const map = /[а-яёґєії]/.test(lower) ? toLatin : toCyrillic
  return [...lower].map((key) => map.get(key) ?? key).join('')
}
