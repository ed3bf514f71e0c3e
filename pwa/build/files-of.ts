import type { Rolldown } from 'vite'

/** The file of a module, what it waits for beyond what every page loads, and its styles. */
export function filesOf(module: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!chunk) throw new Error(`${module} is in no chunk`)
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const loaded = new Set(entries.flatMap(({ fileName, imports }) => [fileName, ...imports]))
  const awaited = chunk.imports.filter((file) => !loaded.has(file))
  return [chunk.fileName, ...awaited, ...(chunk.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`)
}
