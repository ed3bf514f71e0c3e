import type { Language } from '@tsedra/contract/language'
import type { Knex } from 'knex'

/** Characters kept of a name, so that a number still fits behind it. */
const MAX_LENGTH = 240

/**
 * What an address calls a thing: its English name, else its Ukrainian one in Latin letters as the Cabinet of Ministers
 * wrote them down in resolution 55 (2010). Empty when neither has a letter or digit of use.
 */
export function makeSlug(names: Partial<Record<Language, string>>): string {
  return toSlug(names.en ?? '') || toSlug(transliterate(names.ua ?? ''))
}

/** The first of `lemon`, `lemon-2`, `lemon-3`, … that is free. The catalogue is held meanwhile, so it stays free. */
export async function findFreeSlug(
  trx: Knex.Transaction,
  table: 'products' | 'categories',
  slug: string,
): Promise<string> {
  const takenSlugs = new Set(
    await trx(table)
      .where({ slug: slug })
      .orWhereRaw(`starts_with(slug, ?)`, [`${slug}-`])
      .pluck<string[]>('slug'),
  )
  let free = slug
  for (let number = 2; takenSlugs.has(free); number += 1) free = `${slug}-${number}`
  return free
}

function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’ʼ]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
}

function transliterate(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’ʼьъ]/g, '')
    .replaceAll('зг', 'zgh')
    .replace(/(?<![\p{L}])[єїйюя]/gu, (character) => initialLetters[character] ?? character)
    .replace(/[а-яіїєґё]/g, (character) => letterMap[character] ?? '')
}

const initialLetters: Record<string, string> = { є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' }

const letterMap: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'h',
  ґ: 'g',
  д: 'd',
  е: 'e',
  є: 'ie',
  ж: 'zh',
  з: 'z',
  и: 'y',
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
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ю: 'iu',
  я: 'ia',
  // Russian ones, should a name have them.
  ё: 'e',
  ы: 'y',
  э: 'e',
}
