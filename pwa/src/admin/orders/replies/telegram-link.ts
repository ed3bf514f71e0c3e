/** How a customer is reached in Telegram. */
export interface TelegramContact {
  /** Without `@`. */
  telegram: string | null
  /** E.164; null when it is invalid. */
  phone: string | null
}

/** Longer links are refused by web servers on the way to the app: most accept a request line of 8 KB. */
const MAX_LINK_LENGTH = 8_000

/**
 * Returns the link that opens the customer's chat with the text ready; the chat alone when the link would be too long, and
 * undefined without a Telegram name and a valid phone.
 *
 * @see https://core.telegram.org/api/links#phone-number-links
 */
export function createTelegramLink({ telegram, phone }: TelegramContact, text = ''): string | undefined {
  const name = telegram ?? (phone && `+${phone.replace(/\D/g, '')}`)
  if (!name) return undefined
  const chat = `https://t.me/${name}`
  const link = `${chat}?text=${encodeURIComponent(text)}`
  return text === '' || link.length > MAX_LINK_LENGTH ? chat : link
}
