import { expect, test } from 'vitest'
import { parsePhone } from './parse-phone.ts'

test.each([
  '067 123 45 67',
  '+380671234567',
  '380671234567',
  '(067) 123-45-67',
  '０６７１２３４５６７',
  '٠٦٧١٢٣٤٥٦٧',
  '067\u200b1234567',
])('%s parses as one number', (typed) => {
  expect(parsePhone(typed)).toEqual({ number: '+380671234567', isValid: true })
})

test.each(['80671234567', '0671234567 дод. 5', '067 123 45 67;ext=5', 'тел. 0671234567', '1234567'])(
  '%s stays as typed',
  (typed) => {
    expect(parsePhone(typed)).toEqual({ number: typed, isValid: false })
  },
)
