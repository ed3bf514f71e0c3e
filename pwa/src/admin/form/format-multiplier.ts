import type { Language } from '@tsedra/contract/language'

/** Returns a multiplier of the wire as `×1,8`. */
export const formatMultiplier = (multiplier: string, language: Language): string =>
  `×${language === 'en' ? multiplier : multiplier.replace('.', ',')}`
