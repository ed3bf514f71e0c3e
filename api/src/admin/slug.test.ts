import { expect, test } from 'vitest'
import { makeSlug } from './slug.ts'

// Examples of resolution 55 that could be names.
test.each([
  ['Алушта', 'alushta'],
  ['Борщагівка', 'borshchahivka'],
  ['Вінниця', 'vinnytsia'],
  ['Гадяч', 'hadiach'],
  ['Згорани', 'zghorany'],
  ['Ґалаґан', 'galagan'],
  ['Єнакієве', 'yenakiieve'],
  ['Наєнко', 'naienko'],
  ['Житомир', 'zhytomyr'],
  ['Закарпаття', 'zakarpattia'],
  ['Розгон', 'rozghon'],
  ['Їжакевич', 'yizhakevych'],
  ['Кадиївка', 'kadyivka'],
  ['Йосипівка', 'yosypivka'],
  ['Стрий', 'stryi'],
  ['Харків', 'kharkiv'],
  ['Біла Церква', 'bila-tserkva'],
  ['Щербухи', 'shcherbukhy'],
  ['Юрій', 'yurii'],
  ['Крюківка', 'kriukivka'],
  ['Яготин', 'yahotyn'],
  ['Костянтин', 'kostiantyn'],
  ['Знам’янка', 'znamianka'],
  ["Мар'їне", 'marine'],
])('L4: %s is transliterated to %s', (ua, slug) => {
  expect(makeSlug({ ua, en: '🍋' })).toBe(slug)
})

test.each([
  [{ en: 'Lemon & Lime — 50% "zest"', ua: 'Лимон' }, 'lemon-lime-50-zest'],
  [{ en: 'Crème brûlée', ua: 'Крем' }, 'creme-brulee'],
  [{ en: 'Bartender’s pick' }, 'bartenders-pick'],
  [{ en: 'a'.repeat(255) }, 'a'.repeat(240)],
  [{ en: '🍋', ua: '🍋' }, ''],
])('L4: the English name takes precedence: %j', (names, slug) => {
  expect(makeSlug(names)).toBe(slug)
})
