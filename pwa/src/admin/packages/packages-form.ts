import { type PackagesInput, packagesInput, type VersionedPackages } from '@tsedra/contract/admin-packages'
import { type PackageSize, packageGrams, parsePackage } from '@tsedra/contract/packages'
import type { FieldErrors, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'

/** A row of the form, by the label that was read, or by a key of its own. */
export interface PackageRow {
  /** Grams, as typed. */
  weight: string
  multiplier: string
  /** In the order of the shop. */
  position: number
  isRemoved: boolean
}

/**
 * Values of the form. Rows have keys instead of indexes: after an edit conflict each row merges with the same row, not with
 * another one at its place.
 */
export interface PackagesFormValues {
  packages: Record<string, PackageRow>
}

export type PackagesFormInput = Pick<PackagesInput, 'packages'>

export const toPackagesFormValues = ({ packages }: VersionedPackages): PackagesFormValues => ({
  packages: Object.fromEntries(
    packages.map(({ size, multiplier }, position) => [
      size,
      { weight: String(packageGrams(size)), multiplier, position, isRemoved: false },
    ]),
  ),
})

/** Returns the label of a typed weight; undefined for an invalid one. */
export const readSize = ({ weight }: Pick<PackageRow, 'weight'>): PackageSize | undefined => parsePackage(`${weight}г`)

/** Returns the keys of the rows that are shown, in their order. */
export const listRows = (packages: PackagesFormValues['packages']): string[] =>
  Object.entries(packages)
    // Of a row that another user has removed, only what was changed here is left.
    .filter(([, { weight, isRemoved }]) => weight !== undefined && !isRemoved)
    .toSorted(([, a], [, b]) => a.position - b.position)
    .map(([key]) => key)

/** Returns the rows as the API accepts them; a stored row with another weight is a rename. */
export function toPackagesInput({ packages }: PackagesFormValues) {
  return listRows(packages).flatMap((key) => {
    const row = packages[key]
    if (!row) return []
    const { weight, multiplier } = row
    const storedSize = parsePackage(key)
    const isRenamed = storedSize !== undefined && readSize(row) !== storedSize
    return { size: `${weight.trim()}г`, multiplier, ...(isRenamed && { renamedFrom: storedSize }) }
  })
}

const formInput = z.pick(packagesInput, { packages: true })

/** Validates with the contract; errors are at the rows, which the contract names by their index. */
export const packagesResolver: Resolver<PackagesFormValues, unknown, PackagesFormInput> = (values) => {
  const parsed = formInput.safeParse({ packages: toPackagesInput(values) })
  if (parsed.success) return { values: parsed.data, errors: {} }
  const keys = listRows(values.packages)
  const errors: Record<string, Record<string, { type: string }>> = {}
  const addError = (key: string, field: string, type: string) => {
    errors[key] = { ...errors[key], [field]: { type } }
  }
  for (const { path } of parsed.error.issues) {
    const [, index, field] = path
    const key = keys[Number(index)]
    if (key !== undefined) addError(key, field === 'multiplier' ? 'multiplier' : 'weight', 'invalid')
    else for (const repeated of findRepeated(values, keys)) addError(repeated, 'weight', 'repeated')
  }
  return { values: {}, errors: { packages: errors } as FieldErrors<PackagesFormValues> }
}

/** Returns the keys of rows with the weight of an earlier row. */
function findRepeated({ packages }: PackagesFormValues, keys: readonly string[]): string[] {
  const sizes = keys.map((key) => packages[key] && readSize(packages[key]))
  return keys.filter((_, index) => sizes.indexOf(sizes[index]) < index)
}
