import type { Language } from '@tsedra/contract/language'
import type { Knex } from 'knex'

/** Maximum length before a number is appended, in characters. */
const MAX_LENGTH = 240

/**
 * Returns a slug from the English name, otherwise from the Ukrainian one by resolution 55 (2010) of the Cabinet of
 * Ministers (transliteration). Empty when neither has a usable character.
 */
export function makeSlug(names: Partial<Record<Language, string>>): string {
  return toSlug(names.en ?? '') || toSlug(transliterate(names.ua ?? ''))
}

/** Returns the first free one of `lemon`, `lemon-2`, `lemon-3`, …; the lock on the catalogue keeps it free. */
export async function findFreeSlug(
  trx: Knex.Transaction,
  table: 'products' | 'categories' | 'drinks',
  slug: string,
): Promise<string> {
  const takenSlugs = new Set(
    await trx(table)
      .where({ slug })
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
    .replace(/(?<![\p{L}])[єїйюя]/gu, (character) => initialCharacters[character] ?? character)
    .replace(/[а-яіїєґё]/g, (character) => latinByCyrillic[character] ?? '')
}

const initialCharacters: Record<string, string> = { є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' }

const latinByCyrillic: Record<string, string> = {
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
  // Russian only.
  ё: 'e',
  ы: 'y',
  э: 'e',
}
