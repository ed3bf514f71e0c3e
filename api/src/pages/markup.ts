/** Escapes text for an attribute in double quotes, or between tags. */
export const escapeText = (text: string): string =>
  // mutation test: html-escaped
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

// mutation test: json-script-escaped
/** Escapes JSON for a data block: no text in it can close the block or open another. */
export const escapeJson = (json: string): string => json.replaceAll('<', '\\u003c')

export const tag = (name: string, attributes: Record<string, string>): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => (value ? ` ${attribute}="${escapeText(value)}"` : ` ${attribute}`))
    .join('')}>`

/** Returns a data block, which browsers do not execute, so no content security policy applies. */
export const dataBlock = (attributes: Record<string, string>, json: string): string =>
  `${tag('script', attributes)}${escapeJson(json)}</script>`
