import type { Rolldown } from 'vite'

/** Returns the file of a module's chunk, its imports that the entry does not load already, and the styles of all of them. */
export function getChunkFiles(module: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
  if (!chunk) throw new Error(`${module} is in no chunk`)
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const loaded = new Set(entries.flatMap(({ fileName, imports }) => [fileName, ...imports]))
  const ownImports = chunk.imports.filter((file) => !loaded.has(file))
  const files = [chunk.fileName, ...ownImports]
  const styles = chunks
    .filter(({ fileName }) => files.includes(fileName))
    .flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...files, ...styles].map((file) => `/${file}`)
}
