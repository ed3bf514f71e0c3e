import { expect, test } from 'vitest'
import { createSearch } from './search.ts'

const search = createSearch([
  { id: 'apple', names: 'Яблучні чипси · Яблочные чипсы · Apple chips', about: 'Фруктові чипси · Солодкі' },
  { id: 'lemon', names: 'Лимонні чипси · Лимонные чипсы · Lemon chips', about: 'Цитрусові чипси · Кислі кружальця' },
  { id: 'lime', names: 'Чипси з лайма · Чипсы из лайма · Lime chips', about: 'Цитрусові чипси · Ароматні' },
  { id: 'pear', names: 'Грушеві чипси · Грушевые чипсы · Pear chips', about: 'Фруктові чипси · Медові' },
])

test.each(['лимон', 'limon', 'kbvjy', 'lemno', 'lemon', 'лімон'])('%s finds the lemon first', (query) => {
  expect(search.find(query)[0]).toBe('lemon')
})

test.each([
  ['яблуко', 'apple'],
  ['ЯБЛ', 'apple'],
  ['дуьщт', 'lemon'],
  ['lymon', 'lemon'],
  ['кислі', 'lemon'],
  ['грушеві чипси', 'pear'],
])('%s finds %s first', (query, id) => {
  expect(search.find(query)[0]).toBe(id)
})

test.each(['', ' ', 'л', 'шоколад', '%', '\\', '((('])('%j finds nothing', (query) => {
  expect(search.find(query)).toEqual([])
})

test('the same query returns the same results in the same order', () => {
  expect(search.find('чипси')).toEqual(search.find('чипси'))
  expect(search.find('чипси')).toHaveLength(4)
})
