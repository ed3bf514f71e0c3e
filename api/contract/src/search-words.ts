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
 * Splits a query: marks the words after a preposition of purpose, and drops what the customer does not want.
 *
 * @param isTyping a query of stop words alone is the beginning of another word: `по` of полуниця
 */
export function splitQuery(query: string, isTyping = false): Word[] {
  const words: Word[] = []
  let isPurpose = false
  let isUnwanted = false
  const parts = splitText(query.replace(unwantedPattern, ' '))
  for (const part of parts) {
    if (purposePrepositions.has(part)) isPurpose = true
    const word = isUnwanted ? undefined : createWord(part)
    if (word) words.push(isPurpose ? { ...word, isPurpose } : word)
    isUnwanted = negations.has(part)
  }
  const unfinished = isTyping && words.length === 0 ? parts.at(-1) : undefined
  return unfinished ? [toWord(unfinished)].filter(({ plain }) => plain) : words
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
const negations = new Set('без without no'.split(' '))
const unwantedPattern = /(?<!\p{L})\p{L}+[\s-]free(?!\p{L})/giu

/** Words of a query that say nothing about the goods. */
const stopWords = new Set(
  (
    'а або без був в від ви вони все всі для до з за зі и й і із й на над не ні о об от по при про під та також те ти то у це цей чи що щоб як який яка які є ' +
    'більше вам бы вы вот где да есть еще ещё же из или их к как какой какая какие ко ли меня мне мой мы нас наш ' +
    'нет ну он она они очень под с со так такой там тот тоже только ты уж чем что чтобы эта эти это этот я ' +
    'мені мене ваш хочу хотів потрібно потрібна потрібні треба нужно нужны нужна можно можна купити купить замовити заказать ' +
    'щось шось чого чогось чего якась якийсь якісь якусь нібудь небудь нибудь то каких какую будь ласка пожалуйста підкажіть подскажите маєте порадьте посоветуйте порекомендуйте покласти положить додати добавить ' +
    'something anything some any do does sell get got has can could would like where please us hello hi recommend suggest ' +
    'ціна цена скільки сколько коштує коштують стоит стоят how much cost costs дай покажи шукаю ищу найти знайти продаєте продаете оптом опт дешево недорого ' +
    'a an and are as at be buy by for from have i in into is it me my need of on or our some that the these this to ' +
    'want we what which with without no you your price order best good cheap wholesale bulk find show looking ' +
    'колір кольору кольором кольори цвет цвета цветом цвете color colour colors colours coloured colored ' +
    'смачний смачні вкусный вкусные свіжий свіжі свежий свежие fresh натуральний натуральні натуральный natural ' +
    'гарний гарні найкращий хороший хорошие лучший лучшие'
  ).split(' '),
)
