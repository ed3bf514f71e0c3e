import { createSearch } from '@tsedra/contract/search'
import { expect, test } from 'vitest'
import { createDraftSearch, previewQuery, replaceGroup } from './preview-synonyms.ts'

const source = {
  products: ['Лимонні чипси', 'Чипси з пітаї', 'Гібіскус'].map((name, index) => ({
    id: String(index),
    categoryId: null,
    names: name,
    about: '',
    translations: [{ description: null }],
  })),
  categories: [],
  synonyms: [
    ['смугаста', 'гібіскус'],
    ['цитрина', 'лимон'],
  ],
}

const nothing = { products: [], more: 0 }

test('a draft replaces the saved words of its group, and a single word is no group', () => {
  expect(replaceGroup(source.synonyms, ['смугаста', 'гібіскус'], ['смугаста', 'суданська троянда'])).toEqual([
    ['цитрина', 'лимон'],
    ['смугаста', 'суданська троянда'],
  ])
  expect(replaceGroup(source.synonyms, undefined, ['пітая', 'драгонфрут'])).toHaveLength(3)
  expect(replaceGroup(source.synonyms, ['смугаста', 'гібіскус'], ['смугаста'])).toEqual([['цитрина', 'лимон']])
})

test('the preview shows what a query finds now and after the draft is saved', () => {
  const now = createSearch(source)
  const added = createDraftSearch(source, undefined, ['зебра', 'пітая'])
  expect(previewQuery('зебра', now, added)).toEqual({
    now: nothing,
    after: { products: [{ id: '1', isChanged: true }], more: 0 },
  })

  const removed = createDraftSearch(source, ['смугаста', 'гібіскус'], [])
  expect(previewQuery('смугаста', now, removed)).toEqual({
    now: { products: [{ id: '2', isChanged: true }], more: 0 },
    after: nothing,
  })
})

test('a product in both lists is not marked', () => {
  const now = createSearch(source)
  const { now: before, after } = previewQuery('лимон', now, createDraftSearch(source, undefined, ['жовтий', 'лимон']))
  expect(before).toEqual({ products: [{ id: '0', isChanged: false }], more: 0 })
  expect(after).toEqual(before)
})
