import { expect, test } from 'vitest'
import {
  listRows,
  type PackagesFormValues,
  packagesResolver,
  toPackagesFormValues,
  toPackagesInput,
} from './packages-form.ts'

const stored = {
  packages: [
    { size: '50г', multiplier: '1' },
    { size: '1кг', multiplier: '15' },
  ],
  version: 3,
}
const newRow = { weight: '250', multiplier: '4,50', position: 2, isRemoved: false }
const validate = (values: PackagesFormValues) =>
  packagesResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })

test('stored sizes are sent as they were read, in their order', async () => {
  expect(await validate(toPackagesFormValues(stored))).toEqual({ values: { packages: stored.packages }, errors: {} })
})

test('a new size has its label from the weight, a removed one is left out, a moved one is at its place', async () => {
  const { packages } = toPackagesFormValues(stored)
  const [first, second] = [packages['50г'], packages['1кг']]
  if (!first || !second) throw new Error('no rows')
  const values = { packages: { '50г': { ...first, position: 2 }, '1кг': { ...second, isRemoved: true }, new: newRow } }
  values.packages.new = { ...newRow, position: 0 }

  expect((await validate(values)).values).toEqual({
    packages: [
      { size: '250г', multiplier: '4.5' },
      { size: '50г', multiplier: '1' },
    ],
  })
})

test('another weight of a stored size is a rename', () => {
  const { packages } = toPackagesFormValues(stored)
  packages['50г'] = { weight: '60', multiplier: '1', position: 0, isRemoved: false }
  expect(toPackagesInput({ packages })[0]).toEqual({ size: '60г', multiplier: '1', renamedFrom: '50г' })
})

test('invalid values are errors of their rows', async () => {
  const { packages } = toPackagesFormValues(stored)
  const wrong = { weight: '0', multiplier: '1000', position: 3, isRemoved: false }
  expect((await validate({ packages: { ...packages, wrong } })).errors).toEqual({
    packages: { wrong: { weight: { type: 'invalid' }, multiplier: { type: 'invalid' } } },
  })
  const again = { ...newRow, weight: '1000' }
  expect((await validate({ packages: { ...packages, again } })).errors).toEqual({
    packages: { again: { weight: { type: 'repeated' } } },
  })
})

test('what is left of a row that another user has removed is not shown', () => {
  const rest = { multiplier: '3' } as PackagesFormValues['packages'][string]
  expect(listRows({ ...toPackagesFormValues(stored).packages, rest })).toEqual(['50г', '1кг'])
})
