import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ICruiseResult } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import { root } from '../local/repository.ts'
import { cruiseFolders, drawGraph } from './cruise.ts'
import { clientLayers, rules } from './rules.ts'

/** Source files by path. */
type SourceTree = Record<string, string>

/** Returns the graph of these files. */
async function cruiseTree(tree: SourceTree): Promise<ICruiseResult> {
  const baseDir = await realpath(await mkdtemp(join(tmpdir(), 'tsedra-layers-')))
  try {
    for (const [path, source] of Object.entries(tree)) {
      await mkdir(dirname(join(baseDir, path)), { recursive: true })
      await writeFile(join(baseDir, path), source)
    }
    const folders = new Set(Object.keys(tree).map((path) => path.split('/')[0] ?? ''))
    return await cruiseFolders(baseDir, [...folders], rules)
  } finally {
    await rm(baseDir, { recursive: true })
  }
}

/** Returns the rules that these files break. */
async function findBrokenRules(tree: SourceTree): Promise<Set<string>> {
  const { summary } = await cruiseTree(tree)
  return new Set(summary.violations.map(({ rule }) => rule.name))
}

/** One file that imports another one, which is there too. */
function buildImport(from: string, specifier: string, write = (path: string) => `import '${path}'\n`): SourceTree {
  return { [join(dirname(from), specifier)]: 'export const value = 1\n', [from]: write(specifier) }
}

const clientFolder = (layer: number): string => clientLayers[layer]?.[0] ?? 'nowhere'

const violations: Record<string, SourceTree> = {
  'no-unresolved-import': { 'api/src/cart/a.ts': "import './missing.ts'\n" },
  'no-file-cycle': { 'worker/src/bot/a.ts': "import './b.ts'\n", 'worker/src/bot/b.ts': "import './a.ts'\n" },
  'no-folder-cycle': {
    'api/src/cart/a.ts': "import '../orders/c.ts'\n",
    'api/src/cart/b.ts': 'export const b = 1\n',
    'api/src/orders/c.ts': 'export const c = 1\n',
    'api/src/orders/d.ts': "import '../cart/b.ts'\n",
  },
  ...Object.fromEntries(
    clientLayers.map((folders, layer) => [
      `client-layer-${layer + 1}-${folders.join('-')}`,
      buildImport(`pwa/src/${folders[0]}/a.ts`, `../${clientFolder(layer + 1)}/b.ts`),
    ]),
  ),
  'client-file-without-layer': buildImport('pwa/src/utils/a.ts', '../shared/b.ts'),
  'client-imports-contract-only': buildImport('pwa/src/shared/a.ts', '../../../api/contract/src/jobs.ts'),
  'contract-imports-nothing': { 'api/contract/src/a.ts': "import 'node:crypto'\n" },
  'database-imports-contract-only': buildImport('api/database/src/a.ts', '../../service/src/log.ts'),
  'service-imports-contract-only': buildImport('api/service/src/a.ts', '../../database/src/locks.ts'),
  'worker-imports-no-api': buildImport('worker/src/bot/a.ts', '../../../api/src/http/refusal.ts'),
  'api-imports-no-worker': buildImport('api/src/cart/a.ts', '../../../worker/src/bot/b.ts'),
  'http-imports-no-feature': buildImport('api/src/http/a.ts', '../orders/b.ts'),
  'accounts-import-http-and-phone-only': buildImport('api/src/accounts/a.ts', '../cart/b.ts'),
  'no-import-of-composition-root': buildImport('api/src/cart/a.ts', '../config.ts'),
  'routes-are-for-the-app': buildImport('api/src/cart/a.ts', './cart-routes.ts'),
}

test('every rule has a planted import that breaks it', () => {
  expect(new Set(Object.keys(violations))).toEqual(new Set(rules.map(({ name }) => name)))
})

test.for(Object.entries(violations))('the planted import breaks %s', async ([rule, tree]) => {
  expect(await findBrokenRules(tree)).toEqual(new Set([rule]))
})

test.for(
  clientLayers.flatMap((folders, layer) => folders.slice(1).map((folder) => [layer + 1, folder, folders[0]] as const)),
)('client layer %i: %s does not import its neighbour %s', async ([, folder, neighbour]) => {
  const broken = await findBrokenRules(buildImport(`pwa/src/${folder}/a.ts`, `../${neighbour}/b.ts`))

  expect(broken).toEqual(new Set([expect.stringMatching(/^client-layer-/)]))
})

test.for([
  ['a type', (path: string) => `import type { value } from '${path}'\n`],
  ['a type within a type', (path: string) => `export type Value = Array<typeof import('${path}').value>\n`],
  ['a dynamic', (path: string) => `export const load = () => import('${path}')\n`],
  ['a re-exporting', (path: string) => `export { value } from '${path}'\n`],
] as const)('%s import counts', async ([, write]) => {
  expect(await findBrokenRules(buildImport('api/src/http/a.ts', '../orders/b.ts', write))).toEqual(
    new Set(['http-imports-no-feature']),
  )
})

test('imports from lower layers and from the exported contract break no rule', async () => {
  const files = clientLayers.flatMap((folders, layer) =>
    folders.map((folder) => {
      const lower = clientLayers.slice(0, layer).flat()
      const imports = [...lower.map((each) => `../${each}/a.ts`), './own.css', '../../../api/contract/src/money.ts']
      return [`pwa/src/${folder}/a.ts`, imports.map((path) => `import '${path}'\n`).join('')]
    }),
  )
  const broken = await findBrokenRules({
    ...(Object.fromEntries(files) as SourceTree),
    ...Object.fromEntries(clientLayers.flat().map((folder) => [`pwa/src/${folder}/own.css`, ''])),
    'api/contract/src/money.ts': 'export const value = 1\n',
    'api/src/app.ts': "import './cart/cart-routes.ts'\n",
    'api/src/cart/cart-routes.ts': "import '../accounts/a.ts'\n",
    'api/src/accounts/a.ts': "import '../http/a.ts'\n",
    'api/src/http/a.ts': "import '../../contract/src/money.ts'\n",
  })

  expect(broken).toEqual(new Set())
})

test('the graph has one node for each folder and its edges in alphabetical order', async () => {
  const graph = await cruiseTree({
    'api/src/orders/a.ts': "import '../http/a.ts'\nimport '../cart/a.ts'\n",
    'api/src/cart/a.ts': "import '../http/a.ts'\n",
    'api/src/http/a.ts': "import '../config.ts'\n",
    'api/src/config.ts': 'export const value = 1\n',
  })
  const options = { includeOnly: '^api/src/', exclude: 'config[.]ts$', collapse: '^api/src/[^/]+(?=/)' }

  expect((await drawGraph(graph, options)).split('\n').filter((line) => line.includes('-->'))).toEqual([
    'api_src_cart-->api_src_http',
    'api_src_orders-->api_src_cart',
    'api_src_orders-->api_src_http',
  ])
})

test('`tsc` is the compiler of this repository, not the older one that parses for this check', async () => {
  expect(await realpath(join(root, 'node_modules/.bin/tsc'))).toContain('/node_modules/typescript/')
})
