import type { Rolldown } from 'vite'

/** Returns the file of a module's chunk, its imports that the entry does not load already, and its styles. */
export function getChunkFiles(module: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!chunk) throw new Error(`${module} is in no chunk`)
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const loaded = new Set(entries.flatMap(({ fileName, imports }) => [fileName, ...imports]))
  const ownImports = chunk.imports.filter((file) => !loaded.has(file))
  return [chunk.fileName, ...ownImports, ...(chunk.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`)
}
