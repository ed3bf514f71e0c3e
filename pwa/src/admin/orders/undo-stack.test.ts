import { expect, test } from 'vitest'
import { offerUndo, UNDO_MS, undoLast } from './undo-stack.ts'

// catches mutation: undo-expires
test('the last change is undone first, each one once, and none after five seconds', () => {
  const undone: string[] = []
  offerUndo(() => undone.push('first'), 0)
  const undoSecond = offerUndo(() => undone.push('second'), 1_000)
  offerUndo(() => undone.push('third'), 2_000)

  expect(undoLast(2_100)).toBe(true)
  undoSecond()
  undoSecond()
  expect(undone).toEqual(['third', 'second'])
  expect(undoLast(UNDO_MS)).toBe(false)
  expect(undone).toHaveLength(2)
})
