import { defaultRetention } from '@tsedra/database/retention'
import { languages } from '@tsedra/contract/language'
import { expect, test } from 'vitest'
import { texts as en } from './texts/en.ts'
import { texts as ru } from './texts/ru.ts'
import { texts as ua } from './texts/ua.ts'

const texts = { ua, ru, en }

test.each(languages)('the text about personal data in `%s` names the retention period of orders in months', (lang) => {
  const privacyText = texts[lang].privacy.parts.map(({ text }) => text).join(' ')

  expect(privacyText.match(/\b(\d+) (?:months|месяц|місяц)/)?.[1] ?? privacyText).toBe(
    String(defaultRetention.orderMonths),
  )
})
