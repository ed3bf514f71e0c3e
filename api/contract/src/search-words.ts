import { normaliseSpelling } from './spelling.ts'
import { stemWord } from './stemming.ts'

export interface Word {
  /** As written, in lower case. */
  text: string
  /** In the spelling of `normaliseSpelling`. */
  plain: string
  stem: string
  /** Follows a preposition of purpose: `для чаю`. */
  isPurpose?: true
  /** Is a word of a question for anything that fits: `маю віскі, що додати`. */
  isOpen?: true
}

export type SplitWords = (text: string) => Word[]

/** Creates a function that splits a text into words without stop words; it normalises every word once. */
export function createSplitWords(): SplitWords {
  const known = new Map<string, Word | undefined>()
  return (text) => {
    const words: Word[] = []
    for (const part of splitText(text)) {
      if (!known.has(part)) known.set(part, createWord(part))
      const word = known.get(part)
      if (word) words.push(word)
    }
    return words
  }
}

/**
 * Splits a query: marks the words after a preposition of purpose and those of a question, and drops what the customer
 * does not want.
 *
 * @param isTyping a query of stop words alone is the beginning of another word: `по` of полуниця
 */
export function splitQuery(query: string, isTyping = false): Word[] {
  const words: Word[] = []
  let isPurpose = false
  let isUnwanted = false
  const parts = splitText(query.replace(unwantedPattern, ' '))
  const isOpen = isOpenQuestion(parts)
  for (const [at, part] of parts.entries()) {
    if (purposePrepositions.has(part) && !persons.has(parts[at + 1] ?? '')) isPurpose = true
    const isDropped =
      isUnwanted || negations.has(part) || denials.has(parts[at - 1] ?? '') || (isOpen && isQuestionWord(part))
    const word = isDropped ? undefined : createWord(part)
    if (word) words.push({ ...word, ...(isPurpose && { isPurpose }), ...(isOpen && { isOpen }) })
    // Celery is unwanted in `instead of the celery` too.
    isUnwanted = negations.has(part) || (isUnwanted && stopWords.has(part) && !purposePrepositions.has(part))
  }
  const unfinished = isTyping && words.length === 0 ? parts.at(-1) : undefined
  return unfinished ? [toWord(unfinished)].filter(({ plain }) => plain) : words
}

const isQuestionWord = (part: string): boolean => openWords.has(part) || questionWords.has(part)

/** Returns whether the customer requests what fits, and not what the shop sells. */
function isOpenQuestion(parts: readonly string[]): boolean {
  const has = (words: ReadonlySet<string>) => parts.some((part) => words.has(part))
  // `хочу горілку` is for goods, `хочу щось до горілки` is not.
  return (has(openWords) || has(giftWords) || (has(needWords) && has(purposePrepositions))) && !has(sellingWords)
}

function createWord(part: string): Word | undefined {
  const word = stopWords.has(part) ? undefined : toWord(part)
  return word?.plain ? word : undefined
}

function toWord(text: string): Word {
  const plain = normaliseSpelling(text)
  return { text, plain, stem: stemWord(plain) }
}

const splitText = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/['’ʼ`´]/g, '')
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.flatMap(splitDigits) ?? []

/** Splits `french75`, which is two words; `b12` is one. */
const splitDigits = (part: string): string | string[] =>
  /\d/.test(part) ? part.split(/(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})/u) : part

const purposePrepositions = new Set('для до під к ко под в у на for to in into on'.split(' '))
/** After a preposition they are no purpose: `у вас`. */
const persons = new Set('вас вами нас нами мене меня тебе тебя них you us me them'.split(' '))
const negations = new Set(
  'без without no non крім окрім кроме except besides замість вместо instead замінити заміна замінює заменить замена заменяет replace replaces substitute'.split(
    ' ',
  ),
)
/** The next word is unwanted: `не порошок`. */
const denials = new Set('не ні not'.split(' '))
const openWords = new Set(
  (
    'що щось шось чим чимось чого чогось чому що-небудь небудь нибудь что чем чего чему what something anything how ' +
    'шо шота чо чё што чото чёто шото чето штука штуки штуку штучка штучки thing things stuff smth ' +
    'якусь якісь якийсь порадьте порадь посоветуйте посоветуй recommend suggest ideas ідеї идеи'
  ).split(' '),
)
/** A need or a choice, which is an open question only with a purpose. */
const needWords = new Set(
  'хочу хочемо треба потрібен потрібна потрібно нужен нужна нужно want need який яку яка яке які какой какую какая какое какие which'.split(
    ' ',
  ),
)
const giftWords = new Set(
  'подарунок подарунки подарок подарки подарувати подарить дарувати gift gifts present presents'.split(' '),
)
const sellingWords = new Set(
  'купити купить замовити заказать buy order ви вы вас вам ваш you your продаєте продаете продається sell sells ціна цена price cost скільки сколько коштує стоит much'.split(
    ' ',
  ),
)
/** `sugar-free`, and a budget. */
const unwantedPattern =
  /(?<!\p{L})\p{L}+[\s-]free(?!\p{L})|\d+\s*(?:грн|гривень|гривні|гривен|гривны|uah|hryvnias?|₴)(?!\p{L})/giu

/** Words of a query that say nothing about the goods. */
const stopWords = new Set(
  (
    'а або без був в від ви вони все всі для до з за зі и й і із й на над не ні о об от по при про під та також те ти то у це цей чи що щоб як який яка які є ' +
    'більше вам бы вы вот где да есть еще ещё же из или их к как какой какая какие ко ли меня мне мой мы нас наш ' +
    'вас вами нас нами тебе тебя них нет ну он она они очень под с со так такой там тот тоже только ты уж чем что чтобы эта эти это этот я ' +
    'мені мене ваш хочу хотів потрібно потрібна потрібні треба нужно нужны нужна можно можна купити купить замовити заказать ' +
    'щось шось чого чогось чего якась якийсь якісь якусь нібудь небудь нибудь то каких какую будь ласка пожалуйста підкажіть подскажите маєте порадьте посоветуйте порекомендуйте покласти положить додати добавить ' +
    'something anything some any do does sell get got has can could would like where please us hello hi recommend suggest ' +
    'ціна цена скільки сколько коштує коштують стоит стоят how much cost costs дай покажи шукаю ищу найти знайти продаєте продаете оптом опт дешево недорого ' +
    'a an and are as at be buy by for from have i in into is it me my need of on or our some that the these this to ' +
    'want we what which with without no you your price order best good cheap wholesale bulk find show looking ' +
    'колір кольору кольором кольори цвет цвета цветом цвете color colour colors colours coloured colored ' +
    'смачний смачні вкусный вкусные свіжий свіжі свежий свежие fresh натуральний натуральні натуральный natural ' +
    'смачне смачна смачну вкусное вкусная вкусную дуже очень прям прямо самое самый самий найбільш дайте терміново срочно швидко быстро pls plz help допоможіть помогите ' +
    'закінчився закінчилась закінчилися закінчилось скінчився скінчилась скінчилися кончился кончилась кончились ran out left again nothing знову снова опять ' +
    'guys хлопці ребята друзі друзья туди туда кладуть кладут людей осіб человек людини people виде вигляді форме формі зверху сверху ' +
    'гарний гарна гарне гарну гарні найкращий хороший хорошие лучший лучшие'
  ).split(' '),
)

/** Further words of a question that say nothing about the goods; in other queries they are searched. */
const questionWords = new Set(
  (
    'яка який яку яке які какой какая какое какую какие which маю маємо має имею имеется візьму взяти взять брати брать зробити зроблю сделать сделаю готую приготувати приготовить варити зварити сварить ' +
    'кинути бросить кидати подати подавати подать подавать пасує пасують підходить підійде підходять подходит подойдет подходят личить ' +
    'другу подрузі подруге друга friend friends бюджет budget нужен потрібен здивувати удивить гостей гости guests потрібний потрібне ідея ідеї ідею идея идеи идею варіант варианты варіанти вариант ' +
    'люблю любить любитель любителя любителю lover lovers fan красиве красивий красиво красивое красивый цікаве цікавий интересное интересный ' +
    'вдома дома home сьогодні сегодня today tonight завтра tomorrow взимку зимою зимой winter влітку летом summer восени осенью autumn навесні весной spring ' +
    'пляшка пляшку пляшки бутылка бутылку бутылки bottle bottles чашка чашку чашки cup cups mug ' +
    'give bring tell pick choose make makes making made cook use used using put add adds serve serves serving go goes going suit suits fit fits match matches pair pairs pairing work works ' +
    'should shall might may let lets know think if when there here nice pretty beautiful interesting special maybe just really'
  ).split(' '),
)
