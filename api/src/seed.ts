import { readFile } from 'node:fs/promises'
import type { Language } from '@tsedra/contract/language'
import type { Db } from '@tsedra/database/connection'
import type { ImageStore } from './images/image-store.ts'
import { publishDemoPictures, seedsDirectory } from './demo-pictures.ts'

interface SeedCatalogue {
  categories: { slug: string; sortOrder: number; image: string; translations: Partial<Record<Language, SeedTexts>> }[]
  products: SeedProduct[]
  drinks: { slug: string; translations: Record<Language, { name: string; reason: string }> }[]
  synonyms: string[][]
}

interface SeedProduct {
  slug: string
  category: string
  price: string
  image: string
  gallery: string[]
  availablePackages: string[]
  isFeatured: boolean
  isActive: boolean
  sortOrder: number
  likesCount?: number
  slicesPer50g?: number
  drinks?: string[]
  translations: Partial<Record<Language, SeedTexts>>
}

interface SeedTexts {
  name: string
  shortDescription?: string
  description?: string
  seoTitle?: string
  seoDescription?: string
}

/** Seeds an empty shop with the demo catalogue and its pictures; a shop with products stays unchanged. */
export async function seed(db: Db, store: ImageStore): Promise<'seeded' | 'kept'> {
  if (await db('products').first('id')) return 'kept'
  const catalogue = JSON.parse(await readFile(new URL('catalogue.json', seedsDirectory), 'utf8')) as SeedCatalogue
  const addressOf = await publishDemoPictures(store)

  await db.transaction(async (trx) => {
    const categoryIds = new Map<string, string>()
    for (const { slug, sortOrder, image, translations } of catalogue.categories) {
      const [row] = await trx('categories').insert({ slug, sort_order: sortOrder, image_url: addressOf(image) }, ['id'])
      categoryIds.set(slug, row.id)
      await trx('category_translations').insert(
        entries(translations).map(([language, texts]) => ({ category_id: row.id, language, ...columns(texts) })),
      )
    }
    for (const product of catalogue.products) {
      const [row] = await trx('products').insert(
        {
          slug: product.slug,
          category_id: categoryIds.get(product.category),
          price: product.price,
          image_url: addressOf(product.image),
          gallery_images: product.gallery.map(addressOf),
          available_packages: product.availablePackages,
          is_active: product.isActive,
          is_featured: product.isFeatured,
          sort_order: product.sortOrder,
          slices_per_50g: product.slicesPer50g ?? null,
          drinks: product.drinks ?? [],
        },
        ['id'],
      )
      await trx('product_translations').insert(
        entries(product.translations).map(([language, texts]) => ({
          product_id: row.id,
          language,
          ...columns(texts),
          short_description: texts.shortDescription ?? null,
        })),
      )
    }
    for (const [index, { slug, translations }] of catalogue.drinks.entries()) {
      const [row] = await trx('drinks').insert({ slug, sort_order: (index + 1) * 10 }, ['id'])
      await trx('drink_translations').insert(
        Object.entries(translations).map(([language, texts]) => ({ drink_id: row.id, language, ...texts })),
      )
    }
    await trx('synonym_groups').insert(catalogue.synonyms.map((words) => ({ words })))
  })
  return 'seeded'
}

const entries = (translations: Partial<Record<Language, SeedTexts>>) =>
  Object.entries(translations) as [Language, SeedTexts][]

function columns({ name, description, seoTitle, seoDescription }: SeedTexts) {
  return {
    name,
    description: description ?? null,
    seo_title: seoTitle ?? null,
    seo_description: seoDescription ?? null,
  }
}
