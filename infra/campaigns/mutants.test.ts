import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'
import { phoneMutants } from './phone-mutants.ts'
import { protectionMutants } from './protection-mutants.ts'

// They are planted before a release only; whoever moves a protection hears at once that its mutant has to move with it.
test.each([...protectionMutants, ...Object.values(phoneMutants)])(
  '$bug: what is taken away is there',
  ({ changes }) => {
    for (const { file, find } of changes) {
      expect(readFileSync(join(root, file), 'utf8').split(find), `${file}: ${find}`).toHaveLength(2)
    }
  },
)
