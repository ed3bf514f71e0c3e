import type { AuditLine, AuditNames } from '@tsedra/contract/admin-audit'
import type { Db } from '@tsedra/database/connection'
import { sanitiseLine } from '@tsedra/service/sanitise-text'

/** The name of a user, otherwise the e-mail address or phone. */
export const userNameSql = `coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, u.phone)`

const isUuid = (value: unknown): value is string => typeof value === 'string' && /^[\da-f-]{36}$/.test(value)

/**
 * Returns the names of the products, categories, drinks, synonyms, templates and users that entries of the audit log mention by id: the present name,
 * or the last one before deletion. Orders are left out: reading customers' names is audited.
 */
export async function readAuditNames(db: Db, lines: readonly AuditLine[]): Promise<AuditNames> {
  const ids = lines.flatMap(({ thingId, before, after }) => [thingId, before?.['categoryId'], after?.['categoryId']])
  const uniqueIds = [...new Set(ids.filter(isUuid))]
  if (uniqueIds.length === 0) return {}
  const { rows } = await db.raw<{ rows: { id: string; names: Record<string, string | null> }[] }>(
    `SELECT product_id::text AS id, json_object_agg(language, name) AS names
     FROM product_translations WHERE product_id = ANY(?::uuid[]) GROUP BY product_id
     UNION ALL SELECT category_id::text, json_object_agg(language, name)
     FROM category_translations WHERE category_id = ANY(?::uuid[]) GROUP BY category_id
     UNION ALL SELECT drink_id::text, json_object_agg(language, name)
     FROM drink_translations WHERE drink_id = ANY(?::uuid[]) GROUP BY drink_id
     UNION ALL SELECT id::text, json_build_object('ua', array_to_string(words, ', '))
     FROM synonym_groups WHERE id = ANY(?::uuid[])
     UNION ALL SELECT id::text, json_build_object('ua', texts->'ua'->'name', 'ru', texts->'ru'->'name', 'en', texts->'en'->'name')
     FROM reply_templates WHERE id = ANY(?::uuid[])
     UNION ALL SELECT u.id::text, json_build_object('ua', ${userNameSql}) FROM users u WHERE u.id = ANY(?::uuid[])
     UNION ALL SELECT thing_id, json_build_object('ua', before->>'name.ua', 'ru', before->>'name.ru', 'en', before->>'name.en')
     FROM audit_log WHERE thing_id = ANY(?) AND action IN ('product.deleted', 'category.deleted', 'drink.deleted', 'template.deleted')
     UNION ALL SELECT thing_id, json_build_object('ua', (SELECT string_agg(word, ', ') FROM jsonb_array_elements_text(before->'words') word))
     FROM audit_log WHERE thing_id = ANY(?) AND action = 'synonym.deleted'`,
    Array.from({ length: 8 }, () => uniqueIds),
  )
  const namesById = rows.map(({ id, names }) => {
    const texts = Object.entries(names).flatMap(([language, name]) => (name ? [[language, sanitiseLine(name)]] : []))
    return [id, Object.fromEntries(texts) as AuditNames[string]] as const
  })
  return Object.fromEntries(namesById)
}
