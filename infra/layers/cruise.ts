import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { ICruiseOptions, ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser'

const require = createRequire(import.meta.url)

// TypeScript 7 has no JavaScript API, so dependency-cruiser parses with the TypeScript 6 of this workspace.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const isParser = /^typescript(?:$|\/)/.test(specifier) && context.parentURL?.includes('/dependency-cruiser/')
    if (!isParser) return nextResolve(specifier, context)
    return { url: pathToFileURL(require.resolve(specifier)).href, shortCircuit: true }
  },
})
const { cruise, getAvailableTranspilers } = await import('dependency-cruiser')
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
