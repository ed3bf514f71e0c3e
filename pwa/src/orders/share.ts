import { formatPackage } from '@tsedra/contract/packages'
import { orderNumber } from '@tsedra/contract/order-number'
import type { Language } from '@tsedra/contract/language'
import type { Summary } from '../outbox/entry.ts'
import { getLocale } from '../shared/i18n/language.ts'
import { copyToClipboard } from '../shared/copy-to-clipboard.ts'
import { formatMoney } from '../shared/i18n/format.ts'

/** Returns the order as plain text for a messenger: number, lines and total, without personal data. */
export function orderText(id: string, { lines, total }: Summary, language: Language): string {
  return [
    `${getLocale().messages.brand} № ${orderNumber(id)}`,
    ...lines.map(
      ({ name, packageSize, quantity, lineTotal }) =>
        `${name}, ${formatPackage(packageSize, language)} × ${quantity}: ${formatMoney(lineTotal, language)}`,
    ),
    ...(total === null ? [] : [`= ${formatMoney(total, language)}`]),
  ].join('\n')
}

/** Opens the share sheet, or copies without one. Returns `neither` when that failed or was cancelled. */
export async function share(content: { text?: string; url?: string }): Promise<'shared' | 'copied' | 'neither'> {
  // Not every browser has the Web Share API.
  const shareApi: { share?: Navigator['share'] } = navigator
  if (shareApi.share) {
    return shareApi.share.call(navigator, content).then(
      () => 'shared' as const,
      () => 'neither' as const,
    )
  }
  return (await copyToClipboard([content.text, content.url].filter(Boolean).join('\n'))) ? 'copied' : 'neither'
}
