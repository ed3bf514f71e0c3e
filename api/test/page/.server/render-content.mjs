const escape = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** Stands in for the page build's renderer, which pwa/src/app/server tests: shows what the API has passed. */
export function renderContent({ path = 'missing', lang, blocks }) {
  const ids = [...blocks.keys()].map((id) => `<li>${escape(id)}</li>`)
  return `<main data-path="${escape(path)}" data-language="${lang}"><noscript></noscript><ul>${ids.join('')}</ul></main>`
}
