/** Minimum length of a stem. */
const MIN_STEM = 3

/** Endings of Ukrainian, Russian and English words in the spelling of `normaliseSpelling`, longest first. */
const endings = /(?:iami|aia|oiu|eiu|uiu|ogo|omu|emu|imi|ami|iam|iag|ag|ig|am|om|em|im|oi|ei|ii|ie|oe|ia|iu|a|e|i|o|u)$/

/**
 * Returns the stem of a normalised word: яблуко, яблук and яблучні share one, so do berry and berries.
 *
 * One light stemmer for three languages: a normalised word does not reveal its language.
 */
export function stemWord(word: string): string {
  if (/\d/.test(word)) return word
  // A diminutive: лимончик, яблочко.
  let stem = cutEnding(word)
    .replace(/(?<=...n)чik$/, '')
    .replace(/чk$/, 'k')
  stem = cut(stem, /[oei]v$/)
  // The suffix of an adjective: яблуч-н-ий. The n of лимон follows a vowel.
  const noun = cut(stem, /(?<=[^aeiou])n$/, MIN_STEM + 1)
  stem = noun === stem ? cut(stem, /s$/) : noun
  stem = cut(stem, /[aeiou]+$/)
  // A consonant that alternates before an ending (яблуко, яблучний) and a vowel that disappears (ялівець, ялівцю).
  return stem.replace(/ч$|(?<=[eiшv]|er)ц$/, 'k').replace(/(?<=..[^aeiou])[eo](?=k$)/, '')
}

/** Returns a normalised word without the ending of its case, gender and number. */
export const cutEnding = (word: string): string => cut(cut(word, /s$/), endings)

function cut(word: string, ending: RegExp, minimum = MIN_STEM): string {
  const stem = word.replace(ending, '')
  return stem.length >= minimum ? stem : word
}
