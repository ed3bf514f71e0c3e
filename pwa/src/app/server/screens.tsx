import { useQuery } from '@tanstack/react-query'
import { formatPackage } from '@tsedra/contract/packages'
import { MAX_PAGE_SIZE } from '@tsedra/contract/catalogue-queries'
import type { InfoPageName } from '@tsedra/contract/info-page-names'
import { UNCATEGORISED_BLOCK } from '@tsedra/contract/page-manifest'
import { useTranslations } from 'use-intl'
import { categoryQuery, drinkQuery, type Product, productQuery, productsQuery } from '../../catalogue/queries.ts'
import { useStockText } from '../../catalogue/StockText.tsx'
import { getName } from '../../catalogue/translations.ts'
import { HomePage } from '../../home/HomePage.tsx'
import { InfoPage, infoTextsQuery } from '../../info/InfoPage.tsx'
import { readDataBlock } from '../../shared/data-blocks.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { useParams } from '../../shared/router/Routes.tsx'
import { CategoryPage } from '../../storefront/CategoryPage.tsx'
import { DrinkLinks } from '../../storefront/drinks/DrinkLinks.tsx'
import { DrinkPage } from '../../storefront/drinks/DrinkPage.tsx'
import { DrinksPage } from '../../storefront/drinks/DrinksPage.tsx'
import { PairedDrinks } from '../../storefront/drinks/PairedDrinks.tsx'
import { ProductLinks } from '../../storefront/ProductGrid.tsx'
import { ProductPage } from '../../storefront/ProductPage.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'

/*
 * The public screens with what browsers without scripts need besides: breadcrumbs, and what the client mounts when it is
 * idle or on request.
 */

export function HomeScreen() {
  const others = readDataBlock(UNCATEGORISED_BLOCK)
  return (
    <>
      <HomePage />
      <noscript>
        <DrinkLinks />
        {others && <ProductLinks products={(JSON.parse(others) as { products: Product[] }).products} />}
      </noscript>
    </>
  )
}

export function CategoryScreen() {
  const language = useLanguage()
  const { slug = '' } = useParams()
  const { data: category } = useQuery(categoryQuery(slug, language))
  const { data: list } = useQuery(productsQuery({ categoryId: category?.id, sort: 'default' }, language))
  const total = list?.total ?? 0
  return (
    <>
      {category && <Breadcrumbs steps={[{ name: getName(category, language) }]} />}
      <CategoryPage />
      {category && total > MAX_PAGE_SIZE && (
        <noscript>
          {Array.from({ length: Math.ceil(total / MAX_PAGE_SIZE) - 1 }, (_, index) => (
            <FurtherProducts key={index} categoryId={category.id} offset={(index + 1) * MAX_PAGE_SIZE} />
          ))}
        </noscript>
      )}
    </>
  )
}

/** Products that the client requests by a button. */
function FurtherProducts({ categoryId, offset }: { categoryId: string; offset: number }) {
  const listQuery = { categoryId, sort: 'default', limit: MAX_PAGE_SIZE, offset } as const
  const { data } = useQuery(productsQuery(listQuery, useLanguage()))
  return <ProductLinks products={data?.products ?? []} />
}

export function ProductScreen() {
  const language = useLanguage()
  const { slug = '' } = useParams()
  const { data: product } = useQuery(productQuery(slug, language))
  const { category, drinks = [] } = product ?? {}
  return (
    <>
      {product && (
        <Breadcrumbs
          steps={[
            ...(category ? [{ name: getName(category, language), path: `/category/${category.slug}` }] : []),
            { name: getName(product, language) },
          ]}
        />
      )}
      <ProductPage />
      <noscript>
        <div className="wrap">
          {product?.stock && <Shortages product={product} />}
          {drinks.length > 0 && <PairedDrinks slugs={drinks} />}
        </div>
      </noscript>
    </>
  )
}

/** Packages that are not in stock. */
function Shortages({ product }: { product: Product }) {
  const language = useLanguage()
  const getStockText = useStockText()
  return product.availablePackages.map((size) => {
    const text = getStockText(product, size)
    return text && <p key={size}>{`${formatPackage(size, language)}: ${text}`}</p>
  })
}

export function DrinkScreen() {
  const t = useTranslations('drinks')
  const { slug = '' } = useParams()
  const language = useLanguage()
  const { data } = useQuery(drinkQuery(slug, language))
  return (
    <>
      {data && <Breadcrumbs steps={[{ name: t('title'), path: '/drinks' }, { name: getName(data.drink, language) }]} />}
      <DrinkPage />
    </>
  )
}

export function DrinksScreen() {
  const title = useTranslations('drinks')('title')
  return (
    <>
      <Breadcrumbs steps={[{ name: title }]} />
      <DrinksPage />
    </>
  )
}

export function InfoScreen({ page }: { page: InfoPageName }) {
  const { data } = useQuery(infoTextsQuery(useLanguage()))
  return (
    <>
      {data && <Breadcrumbs steps={[{ name: data[page].title }]} />}
      <InfoPage page={page} />
    </>
  )
}
