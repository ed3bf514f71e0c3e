import { expect, test } from 'vitest'
import { blurField, changeField, type FormFieldsState, showErrors, shownError } from './form-fields-state.ts'

type Name = 'name' | 'phone'
const validate = ({ name, phone }: Record<Name, string>) => ({
  name: name ? undefined : 'name missing',
  phone: phone.length > 3 ? undefined : 'phone too short',
})
const initial: FormFieldsState<Name> = {
  values: { name: '', phone: '12' },
  typedNames: [],
  validatedNames: [],
  externalErrors: {},
}
const errorsOf = (state: FormFieldsState<Name>) => [
  shownError(state, 'name', validate),
  shownError(state, 'phone', validate),
]
const untilValid = { validateOnBlur: 'filled', revalidate: 'untilValid' } as const

test('an error is shown on blur after typing, not before and not in an untouched field', () => {
  expect(errorsOf(blurField(initial, 'phone', validate, {}))).toEqual([undefined, undefined])
  const typed = changeField(initial, { name: 'phone', value: '1' }, validate, {})
  expect(errorsOf(typed)).toEqual([undefined, undefined])
  expect(errorsOf(blurField(typed, 'phone', validate, {}))).toEqual([undefined, 'phone too short'])
})

test('with `filled`, blur validates an untouched field that is not empty, and no empty one', () => {
  expect(errorsOf(blurField(initial, 'phone', validate, untilValid))).toEqual([undefined, 'phone too short'])
  const emptied = changeField(initial, { name: 'name', value: '' }, validate, untilValid)
  expect(errorsOf(blurField(emptied, 'name', validate, untilValid))).toEqual([undefined, undefined])
})

test.each([
  ['always', 'phone too short', {}],
  ['untilValid', undefined, untilValid],
])('with revalidate `%s`, a corrected field that becomes invalid again shows %s', (_, error, options) => {
  const submitted = showErrors(initial, ['name', 'phone'], validate, options)
  expect(errorsOf(submitted)).toEqual(['name missing', 'phone too short'])
  const corrected = changeField(submitted, { name: 'phone', value: '1234' }, validate, options)
  expect(errorsOf(corrected)).toEqual(['name missing', undefined])
  expect(errorsOf(changeField(corrected, { name: 'phone', value: '1' }, validate, options))[1]).toBe(error)
})

test('an external error is shown beside a validation error, and cleared by a change of any field', () => {
  const rejected = { ...initial, externalErrors: { name: 'unreadable', phone: 'taken' } }
  const shown = showErrors(rejected, ['name'], validate, {})
  expect(errorsOf(shown)).toEqual(['name missing', 'taken'])
  expect(errorsOf(changeField(shown, { name: 'name', value: 'Olena' }, validate, {}))).toEqual([undefined, undefined])
})
