import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IForbiddenRuleType } from 'dependency-cruiser'
import { root } from '../local/repository.ts'

/** The folders of `pwa/src`, the lowest layer first: a folder imports from lower layers only, never from its neighbours. */
export const clientLayers = [
  ['shared'],
  ['session', 'catalogue', 'boot'],
  ['outbox', 'favourites', 'info'],
  ['accounts', 'cart', 'sw'],
  ['orders', 'storefront', 'settings'],
  ['pending', 'home', 'profile'],
  ['admin'],
  ['app'],
] as const

const clientRules = clientLayers.map((folders, index): IForbiddenRuleType => {
  const lower = clientLayers.slice(0, index).flat()
  return {
    name: `client-layer-${index + 1}-${folders.join('-')}`,
    comment: `pwa/src: ${folders.join(', ')} import only from ${lower.join(', ') || 'themselves'}`,
    severity: 'error',
    from: { path: `^pwa/src/(${folders.join('|')})/` },
    to: { path: '^pwa/src/', pathNot: `^pwa/src/(?:${['$1', ...lower].join('|')})/` },
  }
})

const { exports: contractExports } = JSON.parse(readFileSync(join(root, 'api/contract/package.json'), 'utf8')) as {
  exports: Record<string, string>
}
/** What the page may import of the contract; jobs are for servers. */
const pageModules = Object.values(contractExports)
  .filter((file) => file !== './src/jobs.ts')
  .map((file) => file.slice('./src/'.length, -'.ts'.length))

/** Every boundary between folders. Each rule has a planted import in `layers.test.ts` that breaks it. */
export const rules: IForbiddenRuleType[] = [
  {
    name: 'no-unresolved-import',
    comment: 'An import that the tool cannot resolve would be missing from the graph.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-file-cycle',
    comment: 'Files form an acyclic graph; type imports and dynamic imports count.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-folder-cycle',
    comment: 'Folders form an acyclic graph.',
    severity: 'error',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
  ...clientRules,
  {
    name: 'client-file-without-layer',
    comment: 'Every file of pwa/src is in a folder of clientLayers.',
    severity: 'error',
    from: { path: '^pwa/src/', pathNot: `^pwa/src/(?:${clientLayers.flat().join('|')})/` },
    to: {},
  },
  {
    name: 'client-imports-contract-only',
    comment: 'pwa/src imports from outside only what the contract exports to the page.',
    severity: 'error',
    from: { path: '^pwa/src/' },
    to: { path: '^(?:api|worker|infra)/', pathNot: `^api/contract/src/(?:${pageModules.join('|')})\\.ts$` },
  },
  {
    name: 'contract-imports-nothing',
    comment: 'The contract runs in browsers and on servers: it imports itself and zod.',
    severity: 'error',
    from: { path: '^api/contract/' },
    to: { pathNot: '^api/contract/|(?:^|/)node_modules/zod/' },
  },
  {
    name: 'database-imports-contract-only',
    comment: 'Of this repository, api/database imports the contract only.',
    severity: 'error',
    from: { path: '^api/database/' },
    to: { path: '^(?:api|worker|pwa|infra)/', pathNot: '^api/(?:database|contract)/' },
  },
  {
    name: 'service-imports-contract-only',
    comment: 'Of this repository, api/service imports the contract only.',
    severity: 'error',
    from: { path: '^api/service/' },
    to: { path: '^(?:api|worker|pwa|infra)/', pathNot: '^api/(?:service|contract)/' },
  },
  {
    name: 'worker-imports-no-api',
    comment: 'The worker shares contract, database and service with the API, and nothing else.',
    severity: 'error',
    from: { path: '^worker/' },
    to: { path: '^(?:api|pwa|infra)/', pathNot: '^api/(?:contract|database|service)/' },
  },
  {
    name: 'api-imports-no-worker',
    comment: 'The API imports neither the worker, nor the page, nor how they are run.',
    severity: 'error',
    from: { path: '^api/' },
    to: { path: '^(?:worker|pwa|infra)/' },
  },
  {
    name: 'http-imports-no-feature',
    comment: 'api/src/http serves every feature, so it imports none.',
    severity: 'error',
    from: { path: '^api/src/http/' },
    to: { path: '^api/src/', pathNot: '^api/src/http/' },
  },
  {
    name: 'accounts-import-http-and-phone-only',
    comment: 'Cart, favourites, orders and images import accounts; app.ts passes accounts what they need of those.',
    severity: 'error',
    from: { path: '^api/src/accounts/' },
    to: { path: '^api/src/', pathNot: '^api/src/(?:accounts|http|phone)/' },
  },
  {
    name: 'no-import-of-composition-root',
    comment: 'Files directly in src/ compose a process; folders do not import them.',
    severity: 'error',
    from: { path: '^(?:api|worker)/src/[^/]+/' },
    to: { path: '^(?:api|worker)/src/[^/]+\\.ts$' },
  },
  {
    name: 'routes-are-for-the-app',
    comment: 'Only app.ts imports route files: what a service needs is in a file of its own.',
    severity: 'error',
    from: { pathNot: '^api/src/app\\.ts$' },
    to: { path: '^api/src/.*routes\\.ts$' },
  },
]
