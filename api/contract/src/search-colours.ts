import type { Word } from './search-words.ts'
import { normaliseSpelling } from './spelling.ts'
import { cutEnding } from './stemming.ts'

/**
 * Colours in Ukrainian, Russian and English and, after `>`, the goods that usually have them: a description names a
 * colour in the language of its page only, or does not name it. Shades follow `;`.
 */
const colours = `
червоний красный red; рубіновий рубиновый ruby багряний багряный алий алый scarlet crimson бордовий бордовый burgundy червоненький красненький > червоний апельсин, чилі, полуниця, гібіскус, троянда
жовтий желтый yellow; золотий золотой золотистый золотистий gold golden сонячний солнечный sunny жовтенький жёлтенький > лимон, ананас, персик, манго
зелений зеленый green; смарагдовий изумрудный emerald салатовий салатовый зелененький оливковий > лайм, ківі, розмарин
синій синий blue; блакитний голубой голубий лазуровий лазурный cyan turquoise бирюзовый > волошка
рожевий розовый pink; коралловый кораловий coral рожевенький розовенький > грейпфрут, троянда, пітая
помаранчевий оранжевый оранжевий orange-coloured; бурштиновий янтарный amber рудий рыжий > апельсин, мандарин, хурма, кумкват, манго
фіолетовий фиолетовый purple violet; пурпурний пурпурный пурпуровий ліловий лиловый сиреневый бузковий lilac magenta mauve > лаванда, пітая, слива
білий белый white; молочний кремовий кремовый cream-coloured біленький > кокос
чорний черный black; темний темный dark > слива, інжир
коричневий коричневый brown > кориця, бадьян
`
  .trim()
  .split('\n')
  .map((line) => line.split(' > '))

type ColourWord = Pick<Word, 'text' | 'plain'>

const isLatin = (text: string): boolean => /^[a-z]/.test(text)

/** English colours have no endings: hold is not gold, and rub is not ruby. */
const englishKeyOf = ({ text, plain }: ColourWord): string => (isLatin(text) ? text : plain)

/** An adjective without its ending: розовый is not роза. */
const keyOf = ({ plain }: Pick<Word, 'plain'>): string => cutEnding(plain)

const termOf = (words: string): string => `colour ${words.split(' ')[0]}`

const englishTerms = new Map<string, string>()
const terms = new Map<string, string>()
const shades = new Set<string>()

for (const [words = ''] of colours)
  for (const [at, part] of words.split('; ').entries())
    for (const word of part.split(' ')) {
      const plain = normaliseSpelling(word)
      for (const key of isLatin(word) ? [word, plain] : [keyOf({ plain })]) {
        if (isLatin(word)) englishTerms.set(key, termOf(words))
        else terms.set(key, termOf(words))
        if (at > 0) shades.add(key)
      }
    }

/** Goods per term of a colour. */
export const colourGoods: readonly (readonly [term: string, goods: string[]])[] = colours.map(
  ([words = '', goods = '']) => [termOf(words), goods.split(', ')],
)

/** Returns the common term of a colour in every language; undefined for other words. */
export const findColour = (word: ColourWord): string | undefined =>
  englishTerms.get(englishKeyOf(word)) ?? terms.get(keyOf(word))

/** Returns whether a colour is a shade: ruby is a red. */
export const isShade = (word: ColourWord): boolean => shades.has(englishKeyOf(word)) || shades.has(keyOf(word))
