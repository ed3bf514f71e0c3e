import { expect, test } from 'vitest'
import { parseWords, synonymResolver, toSynonymFormValues } from './synonym-form.ts'

const validate = (words: string) =>
  synonymResolver({ synonyms: { words } }, undefined, { fields: {}, shouldUseNativeValidation: false })

test('words are separated by lines or commas and normalised, each once', () => {
  expect(parseWords(' Каркаде, гібіскус\n\nкаркаде;Суданська  троянда ')).toEqual([
    'каркаде',
    'гібіскус',
    'суданська троянда',
  ])
  expect(toSynonymFormValues(['a', 'b']).synonyms.words).toBe('a\nb')
})

test('a group has at least two and at most 30 words of at most 50 characters', async () => {
  expect(await validate('каркаде, гібіскус')).toEqual({ values: { words: ['каркаде', 'гібіскус'] }, errors: {} })
  const many = Array.from({ length: 31 }, (_, index) => `word ${index}`).join('\n')
  for (const words of ['', 'каркаде', 'каркаде, Каркаде', many, `каркаде, ${'я'.repeat(51)}`]) {
    expect((await validate(words)).errors).toHaveProperty('synonyms.words')
  }
})
