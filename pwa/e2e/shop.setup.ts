import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPage } from '../../infra/local/page.ts'
import { startShop } from '../../infra/local/shop.ts'

/** Opens a shop of its own on free ports; its addresses reach the tests by environment. */
export default async function openShop(): Promise<() => Promise<void>> {
  await buildPage()
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-e2e-'))
  const shop = await startShop({ dir })
  process.env['SHOP_URL'] = shop.url
  process.env['TELEGRAM_URL'] = shop.telegramUrl
  process.env['MAIL_URL'] = shop.mailUrl
  process.env['THIRD_PARTY_URL'] = shop.providerUrl
  process.env['DATABASE_URL'] = shop.databaseUrl
  return async () => {
    await shop[Symbol.asyncDispose]()
    await rm(dir, { recursive: true, force: true })
  }
}
