import { changeSynonyms, createSynonyms, deleteSynonyms, listSynonyms } from '@tsedra/contract/admin-synonyms'
import type { Router } from 'express'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import type { CatalogueAdminDeps } from './catalogue-admin.ts'
import { addSynonyms, readSynonyms, removeSynonyms, updateSynonyms } from './synonyms.ts'

/** Serves the administration of synonyms: infra/decisions/0041-drinks-and-synonyms.md. */
export function staffSynonymRoutes({ db, catalogue }: Pick<CatalogueAdminDeps, 'db' | 'catalogue'>): Router {
  const router = createRouter()

  serve(router, listSynonyms, async () => ({ groups: await readSynonyms(db) }))

  serve(router, createSynonyms, async ({ body }, { user, res }) => {
    const group = await catalogue.change((trx) => addSynonyms(trx, user, body))
    res.status(201)
    return group
  })

  serve(router, changeSynonyms, async ({ params, body }, { user }) =>
    catalogue.change((trx) => updateSynonyms(trx, user, params.id, body)),
  )

  serve(router, deleteSynonyms, async ({ params }, { user }) => {
    await catalogue.change((trx) => removeSynonyms(trx, user, params.id))
    return { done: true } as const
  })

  return router
}
