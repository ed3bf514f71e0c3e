import type { Language } from '@tsedra/contract/language'
import type { Knex } from 'knex'

/** Characters kept of a name, so that a number still fits behind it. */
const LONGEST = 240

/**
 * What an address calls a thing: its English name, else its Ukrainian one in Latin letters as the Cabinet of Ministers
 * wrote them down in resolution 55 (2010). Empty when neither has a letter or digit of use.
 */
export function slugOf(names: Partial<Record<Language, string>>): string {
  return plain(names.en ?? '') || plain(latin(names.ua ?? ''))
}

/** The first of `lemon`, `lemon-2`, `lemon-3`, … that is free. The catalogue is held meanwhile, so it stays free. */
export async function freeSlug(
  trx: Knex.Transaction,
  table: 'products' | 'categories',
  wanted: string,
): Promise<string> {
  const taken = new Set(
    await trx(table)
      .where({ slug: wanted })
      .orWhereRaw(`starts_with(slug, ?)`, [`${wanted}-`])
      .pluck<string[]>('slug'),
  )
  let free = wanted
  for (let number = 2; taken.has(free); number += 1) free = `${wanted}-${number}`
  return free
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’ʼ]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
}

function latin(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’ʼьъ]/g, '')
    .replaceAll('зг', 'zgh')
    .replace(/(?<![\p{L}])[єїйюя]/gu, (letter) => atTheBeginning[letter] ?? letter)
    .replace(/[а-яіїєґё]/g, (letter) => letters[letter] ?? '')
}

const atTheBeginning: Record<string, string> = { є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' }

const letters: Record<string, string> = {
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
