import type { ReplyTemplate, ReplyTemplateInput, ReplyTemplateTexts } from '@tsedra/contract/admin-replies'
import { MAX_TEMPLATES } from '@tsedra/contract/reply-templates'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { rejectStaleVersion } from './catalogue-entries.ts'

interface TemplateRow {
  id: string
  texts: ReplyTemplateTexts
  version: number
}

/** Returns all templates, oldest first. */
export async function readTemplates(db: Db): Promise<ReplyTemplate[]> {
  return db<TemplateRow & { position: number }>('reply_templates').orderBy('position').select('id', 'texts', 'version')
}

/** @throws Refusal `templates_full` */
export async function addTemplate(
  trx: Knex.Transaction,
  actor: Actor,
  { texts }: ReplyTemplateInput,
): Promise<ReplyTemplate> {
  // One admin at a time: the limit and the new row belong together.
  await trx.raw('LOCK TABLE reply_templates IN SHARE ROW EXCLUSIVE MODE')
  const row = await trx('reply_templates').count('*', { as: 'count' }).first()
  if (Number(row?.['count']) >= MAX_TEMPLATES) {
    throw new Refusal('templates_full', `The shop has ${MAX_TEMPLATES} reply templates already.`)
  }
  const added = await trx('reply_templates').insert({ texts: JSON.stringify(texts) }, ['id', 'texts', 'version'])
  const template = requireTemplate(added[0] as TemplateRow | undefined)
  // mutation test: template-audited
  await audit(trx, actor, { action: 'template.created', id: template.id, after: nameTexts(texts) })
  return template
}

/** @throws Refusal `not_found`, `changed_meanwhile` */
export async function updateTemplate(
  trx: Knex.Transaction,
  actor: Actor,
  id: string,
  { texts, version }: ReplyTemplateInput,
): Promise<ReplyTemplate> {
  const before = requireTemplate(await lockTemplate(trx, id))
  // mutation test: template-edit-conflict
  rejectStaleVersion(version, before.version)
  const [oldTexts, newTexts] = [nameTexts(before.texts), nameTexts(texts)]
  if (JSON.stringify(oldTexts) === JSON.stringify(newTexts)) return before
  const changed = { texts, version: before.version + 1 }
  await trx('reply_templates')
    .where({ id })
    .update({ ...changed, texts: JSON.stringify(texts), updated_at: trx.fn.now() })
  await audit(trx, actor, { action: 'template.changed', id, before: oldTexts, after: newTexts })
  return { id, ...changed }
}

/** @throws Refusal `not_found` */
export async function removeTemplate(trx: Knex.Transaction, actor: Actor, id: string): Promise<void> {
  const { texts } = requireTemplate(await lockTemplate(trx, id))
  await trx('reply_templates').where({ id }).delete()
  await audit(trx, actor, { action: 'template.deleted', id, before: nameTexts(texts) })
}

const lockTemplate = (trx: Knex.Transaction, id: string) =>
  trx<TemplateRow>('reply_templates').where({ id }).forUpdate().first('id', 'texts', 'version')

function requireTemplate(row: TemplateRow | undefined): ReplyTemplate {
  if (!row) throw new Refusal('not_found', 'Template not found')
  return row
}

/** Returns the texts as the audit log has them: `name.ua`, `text.ua`. */
const nameTexts = (texts: ReplyTemplateTexts): Record<string, string> =>
  Object.fromEntries(
    (['ua', 'ru', 'en'] as const).flatMap((language) => [
      [`name.${language}`, texts[language].name],
      [`text.${language}`, texts[language].text],
    ]),
  )
