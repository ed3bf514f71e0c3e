import type { InfoPageName } from '@tsedra/contract/info-page-names'

/** Labels of the seller's data (api/contract/src/seller.ts). */
export interface SellerTexts {
  heading: string
  registration: string
  address: string
  demo: string
}

/** A page linked from the footer: a title and paragraphs, which may have headings. */
export interface InfoText {
  title: string
  parts: { heading?: string; text: string }[]
}

export type InfoTexts = Record<InfoPageName, InfoText> & { seller: SellerTexts }
