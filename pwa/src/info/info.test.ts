import { defaultRetention } from '@tsedra/database/retention'
import { languages } from '@tsedra/contract/language'
import { expect, test } from 'vitest'
import { texts as en } from './texts/en.ts'
import { texts as ru } from './texts/ru.ts'
import { texts as ua } from './texts/ua.ts'

const texts = { ua, ru, en }

test.each(languages)(
  'what is said of people’s data names the months after which the shop forgets them, in %s',
  (lang) => {
    const said = texts[lang].seller.parts.map(({ text }) => text).join(' ')

    expect(said.match(/\b(\d+) (?:months|месяц|місяц)/)?.[1] ?? said).toBe(String(defaultRetention.orderMonths))
  },
)
