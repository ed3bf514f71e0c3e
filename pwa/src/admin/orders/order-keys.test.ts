import { expect, test } from 'vitest'
import { resolveOrderKey } from './order-keys.ts'

const press = (key: string, code = '', modifiers: object = {}) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
})
const on = { hasSingleKeys: true, isTyping: false }
const off = { hasSingleKeys: false, isTyping: false }

test('keys act by their Latin name, on a Cyrillic layout by their position', () => {
  for (const [key, code, action] of [
    ['j', 'KeyJ', 'next'],
    ['K', 'KeyK', 'previous'],
    ['о', 'KeyJ', 'next'],
    ['с', 'KeyC', 'confirm'],
    ['ч', 'KeyX', 'select'],
    ['к', 'KeyR', 'reply'],
    ['j', 'KeyC', 'next'],
    ['?', 'Digit7', 'help'],
    ['Enter', 'Enter', 'open'],
  ] as const)
    expect(resolveOrderKey(press(key, code), on), key).toBe(action)
  for (const key of ['a', '1', ' ', 'ArrowDown', 'Tab']) expect(resolveOrderKey(press(key), on), key).toBeUndefined()
})

test('a browser shortcut such as Ctrl+C is left alone', () => {
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    expect(resolveOrderKey(press('c', 'KeyC', { [modifier]: true }), on)).toBeUndefined()
})

// catches mutation: single-keys-can-be-off
test('with single-key shortcuts off only Enter and Escape act', () => {
  for (const key of ['j', 'k', 'c', 'x', 'r', 'z', '?']) expect(resolveOrderKey(press(key), off), key).toBeUndefined()
  expect(resolveOrderKey(press('Enter'), off)).toBe('open')
  expect(resolveOrderKey(press('Escape'), off)).toBe('clear')
})

// catches mutation: no-shortcut-while-typing
test('no key acts while the user types', () => {
  for (const key of ['j', 'c', '?', 'Enter', 'Escape'])
    expect(resolveOrderKey(press(key), { hasSingleKeys: true, isTyping: true }), key).toBeUndefined()
})
