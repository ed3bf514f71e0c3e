import { expect, test } from 'vitest'
import { listDrinkOptions } from './drink-options.ts'

const drinks = [
  { slug: 'negroni', translations: [{ name: 'Негроні' }, { name: 'Негрони' }, { name: 'Negroni' }] },
  { slug: 'aperol-spritz', translations: [{ name: 'Апероль Шприц' }, { name: 'Aperol Spritz' }] },
]
const list = (selected: string[], input: string) =>
  listDrinkOptions(drinks, selected, input).map((option) =>
    'drink' in option ? option.drink.slug : { newName: option.newName },
  )

test('an empty text lists all drinks that are not selected', () => {
  expect(list([], '')).toEqual(['negroni', 'aperol-spritz'])
  expect(list(['negroni'], ' ')).toEqual(['aperol-spritz'])
})

test('a drink is found by a part of its name in any language', () => {
  expect(list([], 'SPRI')).toEqual(['aperol-spritz', { newName: 'SPRI' }])
  expect(list([], 'негро')).toEqual(['negroni', { newName: 'негро' }])
})

test('a text that is a name adds no second drink of that name, also when it is selected', () => {
  expect(list([], ' aperol  spritz ')).toEqual(['aperol-spritz'])
  expect(list(['negroni'], 'Негроні')).toEqual([])
  expect(list([], ' Мохіто ')).toEqual([{ newName: 'Мохіто' }])
})
