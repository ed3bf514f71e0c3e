/** What is said beside the seller's own data (api/contract/src/seller.ts), and what a buyer is told of terms and of their data. */
export interface SellerTexts {
  heading: string
  registration: string
  address: string
  demo: string
  parts: InfoText['parts']
}

/** One page of the footer: a title and what it says, in paragraphs or questions. */
export interface InfoText {
  title: string
  parts: { heading?: string; text: string }[]
}

export type InfoPageName = 'contacts' | 'shipping' | 'returns' | 'faq'
export type InfoTexts = Record<InfoPageName, InfoText> & { seller: SellerTexts }
