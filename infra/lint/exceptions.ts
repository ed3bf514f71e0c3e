/** A rightful use of a private word. */
export interface Exception {
  text: RegExp
  /** All files when absent. */
  path?: RegExp
  reason: string
}

export const exceptions: readonly Exception[] = [
  { text: /\bdead letters?\b/, reason: 'term of message queues' },
  { text: /\bletter-spacing\b/, path: /\.css$/, reason: 'CSS property' },
  {
    text: /\bthing_?id\b|\bcodes_asked\b|\bcustomerHearsInTelegram\b/,
    path: /^(?:api|pwa)\//,
    reason: 'columns and response fields (decision 0040)',
  },
  {
    text: /^(?:0008-order-desk|0017-sign-in-notices)\.ts$/,
    path: /^api\/database\/migrations\//,
    reason: 'names of released migrations (decision 0040)',
  },
  {
    text: /\bwish\b/,
    path: /^pwa\/(?:e2e\/harness\/outbox-database|src\/outbox\/entry)\.ts$/,
    reason: 'stored field of an outbox entry (decision 0040)',
  },
  {
    text: /\b(?:Process|Redis)Away\b|\bQueueStands\b/,
    path: /^infra\/runbook\.md$/,
    reason: 'names of alerts, used by notification rules',
  },
]
