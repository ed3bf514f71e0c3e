/** The data blocks of the page that the server renders now. */
let serverBlocks: ReadonlyMap<string, string> | undefined

/** Sets the data blocks for a render on the server, which is synchronous; undefined after it. */
export function setServerBlocks(blocks: ReadonlyMap<string, string> | undefined): void {
  serverBlocks = blocks
}

/** Returns the JSON of a data block of the page's HTML: a response of the API or the owner's texts (infra/decisions/0032-page-html.md). */
export const readDataBlock = (id: string): string | undefined =>
  (import.meta.env.SSR && serverBlocks?.get(id)) || globalThis.document?.getElementById(id)?.textContent
