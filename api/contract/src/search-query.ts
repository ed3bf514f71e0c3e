import { splitPackage } from './package-query.ts'
import type { PackageSize } from './packages.ts'
import type { Word } from './search-words.ts'
import { normaliseSpelling } from './spelling.ts'
import { stemWord } from './stemming.ts'

const toStems = (words: string): ReadonlySet<string> =>
  new Set(words.split(' ').map((word) => stemWord(normaliseSpelling(word))))

/** Words that mean every product of the shop. */
const everythingStems = toStems(
  'гарнір гарніри гарнир гарниры прикраса прикраси прикрашання оздоба оздоблення украшение украшения украсить декор ' +
    'декорація декорация декорації garnish garnishes garniture decoration decorations decor decorate topper topping ' +
    'товар товари товары products',
)

/** Words that describe every product of the shop. */
const genericStems = toStems(
  'сушений сушені сушеный сушка висушений дегідрований дегидрированный dried dehydrated dry сухий сухой ' +
    'коктейль коктейлів коктейльний коктейльный cocktail напій напої напиток напитки напитков drink келих келиха келихи бокал стакан glass ' +
    'бар барний барный bar бармен бармену bartender barman вечірка вечеринка party подача serve ' +
    'їстівний їстівні съедобный съедобные edible сублімований сублимированный freeze вялений вяленый дегідрат дегидрат ' +
    'мікс микс mix суміш смесь готовий готовый ready яскравий яркий bright light deep світлий светлый ніжний нежный ' +
    'новий новый new рік год року year різдво рождество christmas xmas хелловін хеллоуїн хэллоуин halloween валентин valentine весілля весільний ' +
    'свадьба свадебный wedding день day народження рождения birthday свято праздник holiday банкет бранч brunch фуршет корпоратив ' +
    'моктейль mocktail безалкогольний безалкогольный virgin класичний классический classic',
)

/** Returns whether the word means every product: `прикраса`. */
export const meansGarnish = ({ stem }: Word): boolean => everythingStems.has(stem)

/** Returns whether the word describes every product. */
export const isGeneric = (word: Word): boolean => genericStems.has(word.stem) || meansGarnish(word)

/** Returns whether the query means every product: `прикраса для коктейлю`. */
export const meansEverything = (words: readonly Word[]): boolean => words.some(meansGarnish) && words.every(isGeneric)

/** The word for an emoji; names of products exist in every language, so one language is enough. */
const emoji: Record<string, string> = {
  '🍋‍🟩': 'лайм',
  '🍊': 'апельсин',
  '🍋': 'лимон',
  '🍎': 'яблуко',
  '🍏': 'яблуко',
  '🍐': 'груша',
  '🍑': 'персик',
  '🍍': 'ананас',
  '🥥': 'кокос',
  '🍓': 'полуниця',
  '🥝': 'ківі',
  '🥭': 'манго',
  '🍒': 'вишня',
  '🍌': 'банан',
  '🍇': 'виноград',
  '🌶': 'чилі',
  '🫚': 'імбир',
  '🥕': 'морква',
  '🥒': 'огірок',
  '🧂': 'сіль',
  '🌹': 'троянда',
  '🌺': 'гібіскус',
  '🪻': 'лаванда',
  '🌸': 'квіти',
  '💐': 'квіти',
  '🌼': 'квіти',
  '🌿': 'розмарин',
  '🎁': 'подарунок',
}
const emojiPattern = new RegExp(Object.keys(emoji).join('|'), 'gu')

const replaceEmoji = (query: string): string => query.replace(emojiPattern, (found) => ` ${emoji[found] ?? ''} `)

/** Replaces emoji by words and extracts the package. @param packages sizes of the shop; missing: the built-in ones */
export const readQuery = (query: string, packages?: readonly PackageSize[]): ReturnType<typeof splitPackage> =>
  splitPackage(replaceEmoji(query.normalize('NFC')), packages)
