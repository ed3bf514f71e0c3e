import type { Word } from './search-words.ts'
import { normaliseSpelling } from './spelling.ts'
import { cutEnding } from './stemming.ts'

/**
 * Colours in Ukrainian, Russian and English and, after `>`, the goods that usually have them: a description names a
 * colour in the language of its page only, or does not name it.
 */
const colours = `
червоний красный red рубіновий рубиновый ruby багряний багряный алий алый scarlet crimson бордовий бордовый burgundy червоненький красненький > червоний апельсин, чилі, полуниця, гібіскус, троянда
жовтий желтый yellow золотий золотой золотистый золотистий gold golden сонячний солнечный sunny жовтенький жёлтенький > лимон, ананас, персик, манго
зелений зеленый green смарагдовий изумрудный emerald салатовий салатовый зелененький оливковий > лайм, ківі, розмарин
синій синий blue блакитний голубой голубий лазуровий лазурный cyan turquoise бирюзовый > волошка
рожевий розовый pink коралловый кораловий coral рожевенький розовенький > грейпфрут, троянда, пітая
помаранчевий оранжевый оранжевий orange-coloured бурштиновий янтарный amber рудий рыжий > апельсин, мандарин, хурма, кумкват, манго
фіолетовий фиолетовый purple violet пурпурний пурпурный пурпуровий ліловий лиловый сиреневый бузковий lilac magenta mauve > лаванда, пітая, слива
білий белый white молочний кремовий кремовый cream-coloured біленький > кокос
чорний черный black темний темный dark > слива, інжир
коричневий коричневый brown > кориця, бадьян
`
  .trim()
  .split('\n')
  .map((line) => line.split(' > '))

/** An adjective without its ending: розовый is not роза. */
const keyOf = (plain: string): string => cutEnding(plain)

const termByKey = new Map(
  colours.flatMap(([words = '']) =>
    words.split(' ').map((word) => [keyOf(normaliseSpelling(word)), `colour ${words.split(' ')[0]}`]),
  ),
)

/** Goods per term of a colour. */
export const colourGoods: readonly (readonly [term: string, goods: string[]])[] = colours.map(
  ([words = '', goods = '']) => [`colour ${words.split(' ')[0]}`, goods.split(', ')],
)

/** Returns the common term of a colour in every language; undefined for other words. */
export const findColour = ({ plain }: Pick<Word, 'plain'>): string | undefined => termByKey.get(keyOf(plain))
