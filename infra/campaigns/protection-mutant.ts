import type { Mutant } from './outbox-mutants.ts'

/** A protection taken away, and the tests that must notice: a test file, and what their titles begin with. */
export type ProtectionMutant = Mutant & { file: string; titles: string }

/** The protection that stands in one place. */
export const without = (
  bug: string,
  [file, titles]: readonly [file: string, titles: string],
  path: string,
  find: string,
  put: string,
): ProtectionMutant => ({ bug, file, titles, changes: [{ file: path, find, put }] })
