import type { ResponseOf } from '@tsedra/contract/endpoint'
import type { importProducts } from '@tsedra/contract/product-table'
import { useTranslations } from 'use-intl'

export type Outcome = ResponseOf<typeof importProducts>

/** The changes of an import, or its problems. */
export function ImportPreview({
  result: { rows, created, changed, unchanged, problems, changes },
}: {
  result: Outcome
}) {
  const t = useTranslations('admin.csv')
  return (
    <>
      <p role="status">
        <b>{t('summary', { rows, created, changed, unchanged })}</b>
      </p>
      {problems.length > 0 && (
        <div className="note note--warn" role="alert">
          <div>
            <b>{t('problems')}</b>
            <ul>
              {problems.map(({ line, column, problem, value }) => (
                <li key={`${line} ${column} ${problem} ${value}`}>
                  {t('line', { line })}
                  {column && ` · ${column}`}: {t(`problem.${problem}`)}
                  {value && ` — «${value}»`}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <ul className="diff">
        {changes.map(({ line, slug, name, kind, fields }) => (
          <li key={line}>
            <b>
              {name} <small>{slug}</small>
            </b>
            <span className={`badge ${kind === 'create' ? 'badge--ok' : 'badge--info'}`}>{t(kind)}</span>
            {kind === 'change' && (
              <dl>
                {fields.map(({ column, before, after }) => (
                  <div key={column}>
                    <dt>{column}</dt>
                    <dd>
                      <del>{before || '—'}</del> → <ins>{after || '—'}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
