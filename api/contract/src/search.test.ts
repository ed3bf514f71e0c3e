import { expect, test } from 'vitest'
import { createSearch, createSearchInSlices, findHighlights } from './search.ts'
import { normaliseSpelling } from './spelling.ts'

const texts = [
  { id: 'apple', names: 'Яблучні чипси · Яблочные чипсы · Apple chips', about: 'Фруктові чипси · Солодкі' },
  { id: 'lemon', names: 'Лимонні чипси · Лимонные чипсы · Lemon chips', about: 'Цитрусові чипси · Кислі кружальця' },
  { id: 'lime', names: 'Чипси з лайма · Чипсы из лайма · Lime chips', about: 'Цитрусові чипси · Ароматні' },
  { id: 'orange', names: 'Апельсинові чипси · Апельсиновые чипсы · Orange chips', about: 'Цитрусові чипси · Солодкі' },
  { id: 'pear', names: 'Грушеві чипси · Грушевые чипсы · Pear chips', about: 'Фруктові чипси · Медові' },
]
const search = createSearch({
  products: texts.map((product) => ({ ...product, categoryId: null, translations: [{ description: null }] })),
  categories: [],
})

test.each(['лимон', 'limon', 'kbvjy', 'lemno', 'lemon', 'лімон'])('%s finds the lemon first', (query) => {
  expect(search.find(query).ids[0]).toBe('lemon')
})

test.each([
  ['яблуко', 'apple'],
  ['ЯБЛ', 'apple'],
  ['дуьщт', 'lemon'],
  ['lymon', 'lemon'],
  ['кислі', 'lemon'],
  ['грушеві чипси', 'pear'],
])('%s finds %s first', (query, id) => {
  expect(search.find(query).ids[0]).toBe(id)
})

test.each(['', ' ', 'л', 'шоколад', '%', '\\', '((('])('%j finds nothing', (query) => {
  expect(search.find(query).ids).toEqual([])
})

test('the same query returns the same results in the same order', () => {
  expect(search.find('чипси')).toEqual(search.find('чипси'))
  expect(search.find('чипси').ids).toHaveLength(5)
})

const shopSource = {
  products: texts.map((product) => ({
    ...product,
    categoryId: null,
    drinks: product.id === 'lime' ? ['mojito'] : [],
    translations: [{ description: product.id === 'pear' ? 'Медові, з малиною; для Amaretto Sour.' : null }],
  })),
  categories: [],
  drinks: [{ slug: 'mojito', names: 'Мохіто · Mojito · Мохито' }],
  synonyms: [['цитрина', 'лимон']],
}
const shop = createSearch(shopSource)

test.each([
  ['мохіто', 'lime'],
  ['мохито', 'lime'],
  ['цитрина', 'lemon'],
  ['amaretto', 'pear'],
  ['🍋', 'lemon'],
])('%s finds %s by drink, synonym, proper name or emoji', (query, id) => {
  expect(shop.find(query).ids[0]).toBe(id)
})

test.each(['малина', 'для'])('%s, a flavour or a stop word, finds nothing', (query) => {
  expect(shop.find(query).ids).toEqual([])
})

test('two characters that are a stop word suggest what begins with them', () => {
  expect(shop.find('ли').ids).toEqual([])
  expect(shop.suggest('ли').products).toContain('lemon')
})

test('an index built in slices returns the same', async () => {
  const sliced = await createSearchInSlices(shopSource, async () => {})
  for (const query of ['лимон', 'чипси', 'мохіто', 'лмион', 'garnish'])
    expect(sliced.find(query)).toEqual(shop.find(query))
})

test('a package in the query becomes the package of the result', () => {
  expect(shop.find('лимон 500 г')).toEqual({ ids: ['lemon'], package: '500г', correction: undefined })
  expect(shop.find('lemon 1kg').package).toBe('1кг')
  expect(shop.find('лимон полкило').package).toBe('500г')
})

test('a transposition is corrected and reported', () => {
  expect(shop.find('лмион')).toEqual({ ids: ['lemon'], package: undefined, correction: 'лимон' })
})

test.each([
  ['лтмон', 'lemon', 'one typo in five characters'],
  ['опельсин', 'orange', 'an unstressed vowel at the start'],
  ['гурша', 'pear', 'a transposition at the start'],
  ['димон', 'lemon', 'a neighbouring key at the start'],
  ['блуко', 'apple', 'a missing first character'],
  ['апельсмнвоі', 'orange', 'two typos from eight characters on'],
])('%s finds %s: %s', (query, id) => {
  expect(shop.find(query).ids[0]).toBe(id)
})

test.each([
  ['лтиом', 'two typos below eight characters'],
  ['кимон', 'another first character'],
  ['лаф', 'a typo below four characters'],
  ['fgtkmcbyjdq typo', 'a typo beside swapped text'],
  ['kbvqy', 'a typo in text of the other layout'],
])('%s finds nothing: %s', (query) => {
  expect(shop.find(query).ids).toEqual([])
})

test('typos are compared on stems: the ending of a misspelt word does not count', () => {
  expect(shop.find('апильсинами').ids[0]).toBe('orange')
})

test.each([
  ['сік лимона', 'juice with a flavour'],
  ['lemon juice', 'juice with a flavour'],
  ['вишня', 'goods of the trade without a product'],
  ['зелений чай', 'a colour of something else'],
  ['гілочки м’яти', 'a shape of something else'],
  ['чипси для суші', 'a purpose of something else'],
  ['бокали для мохіто', 'glasses, which a garnish would describe'],
  ['чи є у нас малина', 'goods after a preposition with a person'],
  ['вишня для нашого мохіто', 'goods of the trade without a product, beside a drink'],
  ['жовта скатертина зі льону', 'a colour of something unknown'],
])('%s finds nothing: %s', (query) => {
  expect(shop.find(query).ids).toEqual([])
})

test.each([
  ['жовті', ['lemon']],
  ['зелёные', ['lime']],
  ['yellow chips', ['lemon']],
])('%s finds the goods of the colour', (query, ids) => {
  expect(shop.find(query).ids).toEqual(ids)
})

test.each([
  ['цитрусы', ['lemon', 'lime', 'orange']],
  ['сухофрукти', ['apple', 'lemon', 'lime', 'pear', 'orange']],
  ['прикраса для коктейлю', ['apple', 'lemon', 'lime', 'pear', 'orange']],
])('%s finds all goods of the kind', (query, ids) => {
  expect(shop.find(query).ids.toSorted()).toEqual(ids.toSorted())
})

test('a purpose finds what only a description names', () => {
  expect(shop.find('до малини').ids).toEqual(['pear'])
})

test('what the customer does not want is no part of the query', () => {
  expect(shop.find('лимон без цукру').ids).toEqual(['lemon'])
  expect(shop.find('sugar-free lemon').ids).toEqual(['lemon'])
})

test.each([
  ['до сирної дошки груша', 'pear', 'goods after their purpose'],
  ['для суші груша', 'pear', 'goods after a purpose of something else'],
  ['щось із лимоном', 'lemon', 'words of a conversation'],
  ['лимон зелений', 'lime', 'a phrase of two words in the other order'],
  ['наші лимонні запаси геть вичерпались', 'lemon', 'one product among unknown words'],
  ['лимон не лайм', 'lemon', 'a denied word'],
  ['чим замінити лимон у мохіто', 'lime', 'a drink after what it goes without'],
  ['подарунок із лаймом до 300 гривень', 'lime', 'a budget'],
])('%s finds %s: %s', (query, id) => {
  expect(shop.find(query).ids).toEqual([id])
})

test('several unknown words count once', () => {
  const others = Array.from({ length: 40 }, (_, at) => ({ id: `other-${at}`, names: 'Інше', about: '' }))
  const large = createSearch({
    products: [...texts, ...others].map((product) => ({
      ...product,
      categoryId: null,
      translations: [{ description: null }],
    })),
    categories: [],
  })
  expect(large.find('hey guys whats the cost of lime').ids).toEqual(['lime'])
})

test('colours: a shade that the texts name comes first, and hold is not gold', () => {
  const colours = createSearch({
    products: [
      { id: 'strawberry', names: 'Полуничні чипси', about: 'Солодкі', description: null },
      { id: 'hibiscus', names: 'Квіти гібіскуса', about: 'Рубіновий настій', description: null },
      { id: 'lavender', names: 'Lavender sprigs', about: '', description: 'The spikes hold to the stem.' },
    ].map(({ description, ...product }) => ({ ...product, categoryId: null, translations: [{ description }] })),
    categories: [],
  })
  expect(colours.find('червоні').ids).toEqual(['hibiscus', 'strawberry'])
  expect(colours.find('рубінові').ids).toEqual(['hibiscus'])
  expect(colours.find('gold').ids).toEqual([])
})

test.each(['mojito', 'моито', 'мохито', 'для мохіто', 'virgin mojito'])(
  '%s finds the products of the drink',
  (query) => {
    expect(shop.find(query).ids).toEqual(['lime'])
  },
)

test('suggestions contain products and drinks from two characters on', () => {
  expect(shop.suggest('мо')).toMatchObject({ products: ['lime'], drinks: ['mojito'] })
})

test('highlights are beginnings of words, in every spelling', () => {
  expect(findHighlights('Лимонні чипси', 'lim')).toEqual([[0, 3]])
})

test.each(['хурма', 'box', 'щука', 'братство', 'piña', 'kumquat', 'ccx', 'жук', 'цедра', 'ttss', 'подъём'])(
  'the spelling of %s is normalised once',
  (word) => {
    expect(normaliseSpelling(normaliseSpelling(word))).toBe(normaliseSpelling(word))
  },
)

test.each([
  'what goes with rum',
  'маю ром, що додати',
  'чим здивувати гостей до рому',
  'нужно что-то к рому',
  'a rum gift',
  'маю пляшку рому, що додати',
  'шо є до рому',
  'some stuff for rum',
])('the open question %j finds what goes with drinks of this base', (query) => {
  expect(shop.find(query).ids).toEqual(['lime'])
})

test('a sentence that is found as typed reports no correction', () => {
  expect(shop.find('лайми возимо групами друзям')).toEqual({ ids: ['lime'], package: undefined, correction: undefined })
})

test('a question about a drink finds its garnish in spite of other words of drinks', () => {
  const bar = createSearch({
    ...shopSource,
    drinks: [...shopSource.drinks, { slug: 'pina-colada', names: 'Піна колада' }],
    products: shopSource.products.map((product) =>
      product.id === 'pear' ? { ...product, drinks: ['pina-colada'] } : product,
    ),
  })
  // Foam is the first word of a drink too.
  expect(bar.find('щось шикарне на піну для мохіто').ids).toEqual(['lime'])
})

test.each([
  'ром',
  'rum',
  'купити ром',
  'хочу ром',
  'do you sell rum',
  'яка ціна рому',
  'щось з ананасового соку',
  'what juice goes with rum',
  'what rum do you sell',
])('%j is for something that the shop does not sell', (query) => {
  expect(shop.find(query).ids).toEqual([])
})

test('what an order goes without is not searched', () => {
  expect(shop.find('що замість лимона до мохіто').ids).toEqual(['lime'])
  expect(shop.find('lime instead of the lemon').ids).toEqual(['lime'])
})

test('a taste describes goods', () => {
  expect(shop.find('щось кисле').ids.toSorted()).toEqual(['lemon', 'lime'])
})
