import type { InfoPageName } from '@tsedra/contract/info-page-names'
import {
  emptyInfoPageTexts,
  type InfoPageInput,
  type InfoPageTexts,
  LISTED_VERSIONS,
  type StaffInfoPage,
} from '@tsedra/contract/info-pages'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Knex } from 'knex'
import { rejectStaleVersion } from './catalogue-entries.ts'

interface VersionRow {
  page: InfoPageName
  version: number
  texts: InfoPageTexts
  created_at: Date
}

/** Returns a page with its latest versions; empty texts with version 0 before the first change. */
export async function readInfoPage(db: Knex, slug: InfoPageName): Promise<StaffInfoPage> {
  const rows = await db<VersionRow>('info_page_versions')
    .where({ page: slug })
    .orderBy('version', 'desc')
    .limit(LISTED_VERSIONS)
  const history = rows.map(({ version, texts, created_at: createdAt }) => ({
    version,
    texts: { ...emptyInfoPageTexts, ...texts },
    createdAt: createdAt.toISOString(),
  }))
  return { slug, texts: history[0]?.texts ?? emptyInfoPageTexts, version: history[0]?.version ?? 0, history }
}

/** Adds a version, within changeCatalogue(). @throws Refusal `changed_meanwhile` */
export async function updateInfoPage(
  trx: Knex.Transaction,
  actor: Actor,
  slug: InfoPageName,
  { texts, version }: InfoPageInput,
): Promise<StaffInfoPage> {
  const before = await readInfoPage(trx, slug)
  // mutation test: info-page-edit-conflict
  rejectStaleVersion(version, before.version)
  const [oldTexts, newTexts] = [nameTexts(before.texts), nameTexts(texts)]
  if (JSON.stringify(oldTexts) === JSON.stringify(newTexts)) return before
  await trx('info_page_versions').insert({ page: slug, version: before.version + 1, texts: JSON.stringify(texts) })
  await audit(trx, actor, { action: 'page.changed', id: slug, before: oldTexts, after: newTexts })
  return readInfoPage(trx, slug)
}

/** Returns the texts as the audit log has them: `text.ua`. */
const nameTexts = ({ ua, ru, en }: InfoPageTexts) => ({ 'text.ua': ua, 'text.ru': ru, 'text.en': en })
