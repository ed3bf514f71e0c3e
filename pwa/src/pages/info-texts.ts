/** One page of the footer: a title and what it says, in paragraphs or questions. */
export interface InfoText {
  title: string
  parts: { heading?: string; text: string }[]
}

export type InfoPageName = 'contacts' | 'shipping' | 'returns' | 'faq'
export type InfoTexts = Record<InfoPageName, InfoText>
