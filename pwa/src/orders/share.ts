import { brand } from '@tsedra/contract/brand'
import { orderNumber } from '@tsedra/contract/order-number'
import type { Language } from '@tsedra/contract/language'
import type { Summary } from '../outbox/entry.ts'
import { copyToClipboard } from '../shared/copy-to-clipboard.ts'
import { formatMoney, formatPackage } from '../shared/i18n/format.ts'

export const telegramLink = `https://t.me/${brand.telegram}`
export const phoneLink = `tel:${brand.phone.replaceAll(' ', '')}`

/** A request in plain words, for a messenger: what was asked for, nothing about who asked. */
export function orderText(id: string, { lines, total }: Summary, language: Language): string {
  return [
    `${brand.name[language]} № ${orderNumber(id)}`,
    ...lines.map(
      ({ name, packageSize, quantity, lineTotal }) =>
        `${name}, ${formatPackage(packageSize, language)} × ${quantity}: ${formatMoney(lineTotal, language)}`,
    ),
    ...(total === null ? [] : [`= ${formatMoney(total, language)}`]),
  ].join('\n')
}

/** Hands it to another app; where there is no such thing it is copied. False when neither worked or it was called off. */
export async function share(content: { text?: string; url?: string }): Promise<'shared' | 'copied' | 'neither'> {
  // Not every browser shares.
  const shareApi: { share?: Navigator['share'] } = navigator
  if (shareApi.share) {
    return shareApi.share.call(navigator, content).then(
      () => 'shared' as const,
      () => 'neither' as const,
    )
  }
  return (await copyToClipboard([content.text, content.url].filter(Boolean).join('\n'))) ? 'copied' : 'neither'
}
