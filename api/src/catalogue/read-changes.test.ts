import { languages } from '@tsedra/contract/language'
import type { Db } from '@tsedra/database/connection'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { createTestCategory, createTestDrink, createTestProduct } from '../../test/fixtures.ts'
import { publishLikes, readCatalogue } from './catalogue-store.ts'
import { buildReadModel, type ReadModel, type ReadModelBase } from './read-model.ts'

/** Number of changes; the full number in `npm test -- "unit and database, thorough"`. */
const CHANGES = process.env['THOROUGH'] === '1' ? 3_000 : 150
const PRODUCTS = 12

interface Random {
  below(limit: number): number
  pick<T>(choices: readonly T[]): T
}

/** Creates a source of numbers with a deterministic seed. */
function createRandom(seed: number): Random {
  const numbers = fc.sample(fc.nat(1_000_000), { numRuns: 20 * CHANGES, seed }).values()
  const below = (limit: number) => (numbers.next().value ?? 0) % limit
  return { below, pick: (choices) => choices[below(choices.length)] as (typeof choices)[number] }
}

/** Reads what has changed since the former model, all of it without one; counts the products that it has read. */
async function read(db: Db, day: string, former?: ReadModelBase): Promise<{ model: ReadModel; read: number }> {
  const findKey = (id: string) => former?.entries.get(id)?.key
  const rows = await readCatalogue(db, { day, findKey })
  const read = rows.products.filter((product) => 'slug' in product).length
  return { model: buildReadModel(rows, day, former), read }
}

/** Returns everything that the model responds with. */
const describeModel = (model: ReadModel) => ({
  version: model.version,
  paths: model.listPaths().toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  responses: languages.map((lang) => [
    model.snapshot(lang).toString(),
    model.products(lang, { limit: 100, offset: 0 }).toString(),
    model.products(lang, { search: 'lemon', limit: 100, offset: 0 }).toString(),
    model.categories(lang, { limit: 100, offset: 0 }).json,
    model.drinks(lang),
    model.drink(lang, 'negroni')?.toString(),
    model.infoPage(lang, 'shipping'),
  ]),
})

// catches mutation: changed-products-read
test(`after each of ${CHANGES} random changes, reading what has changed gives the same catalogue as reading all of it`, {
  timeout: 600_000,
}, async () => {
  await using database = await testDatabase()
  const { db } = database
  const random = createRandom(Number(process.env['CHANGES_SEED'] ?? 20261125))
  const days = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']
  const categories = [await createTestCategory(db), await createTestCategory(db)]
  for (const slug of ['negroni', 'spritz']) await createTestDrink(db, { slug })
  for (let index = 0; index < PRODUCTS; index += 1)
    await createTestProduct(db, {
      slug: `p${index}`,
      category_id: random.pick([...categories, null]),
      sort_order: index,
    })
  let { model } = await read(db, days[0] ?? '')
  let totalRead = 0

  for (let change = 0; change < CHANGES; change += 1) {
    await random.pick(changes)(db, random)
    // Sometimes several changes are read at once.
    if (random.below(4) === 0) continue
    const day = days[Math.floor((change / CHANGES) * days.length)] ?? ''
    const next = await read(db, day, model.base)
    const fresh = await read(db, day)
    expect(describeModel(next.model), `change ${change}`).toEqual(describeModel(fresh.model))
    model = next.model
    totalRead += next.read
  }

  // Most changes concern one product, some all of them.
  expect(totalRead / CHANGES).toBeLessThan(PRODUCTS / 2)
})

test('a change of one product reads one product, and a name of a category those of the category', async () => {
  await using database = await testDatabase()
  const { db } = database
  const [full, empty] = [await createTestCategory(db), await createTestCategory(db)]
  const ids: string[] = []
  for (let index = 0; index < 5; index += 1)
    ids.push(await createTestProduct(db, { category_id: index < 3 ? full : null }))
  const { model } = await read(db, '2026-12-01')
  const countRead = async () => (await read(db, '2026-12-01', model.base)).read

  expect(await countRead()).toBe(0)
  await db('category_translations').where({ category_id: empty }).update({ name: 'Empty' })
  expect(await countRead()).toBe(0)
  await db('product_translations').where({ product_id: ids[4], language: 'ru' }).delete()
  expect(await countRead()).toBe(1)
  await db('category_translations').where({ category_id: full, language: 'en' }).update({ name: 'Full' })
  expect(await countRead()).toBe(4)
})

type Apply = (db: Db, random: Random) => Promise<unknown>

const pickProduct = async (db: Db, random: Random): Promise<string> =>
  random.pick(await db('products').orderBy('id').pluck<string[]>('id'))

const updateProduct =
  (createFields: (random: Random) => object): Apply =>
  async (db, random) =>
    db('products')
      .where({ id: await pickProduct(db, random) })
      .update(createFields(random))

const changes: readonly Apply[] = [
  updateProduct((random) => ({ price: `${random.below(90) + 1}.50` })),
  updateProduct((random) => ({ sort_order: random.below(PRODUCTS) })),
  updateProduct((random) => ({ is_active: random.below(3) > 0 })),
  updateProduct((random) => ({ is_active: true, drinks: random.pick([['negroni'], ['spritz', 'negroni'], []]) })),
  updateProduct((random) => ({ category_id: null, is_featured: random.below(2) === 0 })),
  async (db, random) => {
    const id = await pickProduct(db, random)
    const category_id = random.pick(await db('categories').orderBy('id').pluck<string[]>('id'))
    return db('products')
      .where({ id })
      .update({ category_id, slug: `${id}-${random.below(99)}` })
  },
  async (db, random) =>
    db('product_translations')
      .where({ product_id: await pickProduct(db, random), language: random.pick(languages) })
      .update({ name: `Lemon ${random.below(99)}`, description: random.pick([null, 'Negroni, «кружальця» \\ "']) }),
  async (db, random) =>
    db('product_translations')
      .where({ product_id: await pickProduct(db, random), language: random.pick(languages) })
      .delete(),
  async (db, random) =>
    db('product_translations')
      .insert({ product_id: await pickProduct(db, random), language: random.pick(languages), name: 'Lime' })
      .onConflict(['product_id', 'language'])
      .merge(),
  (db, random) => createTestProduct(db, { sort_order: random.below(PRODUCTS) }),
  async (db, random) => {
    if ((await db('products').pluck('id')).length > PRODUCTS / 2)
      await db('products')
        .where({ id: await pickProduct(db, random) })
        .delete()
  },
  async (db, random) =>
    db('product_stock')
      .insert({
        product_id: await pickProduct(db, random),
        package_size: random.pick(['50г', '1кг']),
        back_on: random.pick([null, '2026-12-02', '2026-12-03']),
      })
      .onConflict(['product_id', 'package_size'])
      .merge(),
  async (db, random) =>
    db('product_stock')
      .where({ product_id: await pickProduct(db, random) })
      .delete(),
  async (db, random) => {
    await db('products')
      .where({ id: await pickProduct(db, random) })
      .update({ likes_count: random.below(9) })
    if (random.below(2) === 0) await publishLikes(db)
  },
  (db, random) =>
    db('category_translations')
      .where({ language: random.pick(languages) })
      .update({ name: `Citrus ${random.below(99)}` }),
  (db, random) => db('categories').update({ is_active: true, sort_order: random.below(9) }),
  async (db, random) =>
    db('categories')
      .where({ id: random.pick(await db('categories').orderBy('id').pluck<string[]>('id')) })
      .update({ is_active: random.below(4) > 0 }),
  (db, random) =>
    db('drinks')
      .where({ slug: random.pick(['negroni', 'spritz']) })
      .update({ is_active: random.below(3) > 0 }),
  (db, random) => db('drink_translations').update({ name: `Negroni ${random.below(9)}` }),
  (db, random) => db('synonym_groups').insert({ words: ['лимон', `lemon ${random.below(99)}`] }),
  (db) => db('synonym_groups').delete(),
  (db, random) =>
    db('shop_packages')
      .insert({
        packages: JSON.stringify([
          { size: '50г', multiplier: `${random.below(5) + 1}` },
          { size: '1кг', multiplier: '15' },
        ]),
      })
      .onConflict('single')
      .merge(),
  (db, random) =>
    db('info_page_versions').insert({
      page: 'shipping',
      version: db.raw('(SELECT coalesce(max(version), 0) + 1 FROM info_page_versions)'),
      texts: { ua: `Текст ${random.below(99)}` },
    }),
]
