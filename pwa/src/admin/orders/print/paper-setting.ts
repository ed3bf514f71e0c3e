import { readLocal, writeLocal } from '../../../shared/local-storage.ts'

/** Half a sheet, or the roll of a receipt printer. */
export const papers = ['a5', 'roll'] as const
export type Paper = (typeof papers)[number]

/** Returns the paper that this device printed on last. */
export const readPaper = (): Paper => (readLocal('printPaper') === 'roll' ? 'roll' : 'a5')

export const storePaper = (paper: Paper): void => writeLocal('printPaper', paper === 'roll' ? 'roll' : undefined)
