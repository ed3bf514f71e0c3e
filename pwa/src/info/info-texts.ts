/** Labels of the seller's data (api/contract/src/seller.ts), and the texts about terms and personal data. */
export interface SellerTexts {
  heading: string
  registration: string
  address: string
  demo: string
  parts: InfoText['parts']
}

/** A page linked from the footer: a title and paragraphs, which may have headings. */
export interface InfoText {
  title: string
  parts: { heading?: string; text: string }[]
}

export type InfoPageName = 'contacts' | 'shipping' | 'returns' | 'faq'
export type InfoTexts = Record<InfoPageName, InfoText> & { seller: SellerTexts }
