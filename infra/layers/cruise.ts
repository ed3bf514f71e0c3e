import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { ICruiseOptions, ICruiseResult, IForbiddenRuleType, IFormatOptions } from 'dependency-cruiser'

const require = createRequire(import.meta.url)

// TypeScript 7 has no JavaScript API, so dependency-cruiser parses with the TypeScript 6 of this workspace.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isParser = /^typescript(?:$|\/)/.test(specifier) && context.parentURL?.includes('/dependency-cruiser/')
    if (!isParser) return nextResolve(specifier, context)
    return { url: pathToFileURL(require.resolve(specifier)).href, shortCircuit: true }
  },
})
const { cruise, format, getAvailableTranspilers } = await import('dependency-cruiser')
// Without a parser it would find no file, and no rule would be broken.
if (!getAvailableTranspilers().some(({ name, available }) => name === 'typescript' && available)) {
  throw new Error('dependency-cruiser does not find TypeScript 6: run npm install')
}

/** Tests may import what they like, and built files are copies. */
const excluded = ['^(?:api|worker|pwa)/(?:dist|test|e2e)/', '\\.(?:test|spec|drill)\\.tsx?$']

const parsing: ICruiseOptions = {
  parser: 'tsc',
  // Type imports count too.
  tsPreCompilationDeps: true,
  // Names instead of numbers, so that a difference between two graphs can be read.
  reporterOptions: { mermaid: { minify: false } },
  doNotFollow: { path: '(?:^|/)node_modules/' },
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
}

/** Returns the graph of the TypeScript below these folders of `baseDir`, with the rules it breaks. */
export async function cruiseFolders(
  baseDir: string,
  folders: readonly string[],
  rules: IForbiddenRuleType[],
): Promise<ICruiseResult> {
  const { output } = await cruise([...folders], {
    ...parsing,
    baseDir,
    exclude: { path: excluded },
    validate: true,
    ruleSet: { forbidden: rules },
  })
  if (typeof output === 'string') throw new Error(`dependency-cruiser returned text: ${output}`)
  return output
}

/** Returns the graph of the modules that match as a Mermaid flowchart, one node for each match of `collapse`. */
export async function drawGraph(
  graph: ICruiseResult,
  options: Required<Pick<IFormatOptions, 'includeOnly' | 'exclude' | 'collapse'>>,
): Promise<string> {
  const { output } = await format(graph, { ...options, outputType: 'mermaid' })
  if (typeof output !== 'string') throw new Error('dependency-cruiser returned no text')
  const lines = output.trimEnd().split('\n')
  const isEdge = (line: string) => line.includes('-->')
  // Sorted: the tool writes edges in the order of the imports in the files.
  const edges = lines.filter(isEdge).sort((a, b) => (a < b ? -1 : 1))
  return [...lines.filter((line) => !isEdge(line)), ...edges].filter((line) => line !== '').join('\n')
}
