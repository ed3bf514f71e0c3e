import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Fails the build when server code, or a package that its importer does not declare, is about to reach the browser.
 *
 * npm hoists the packages of all workspaces into one folder, so without this an `import 'knex'` in the page resolves,
 * type-checks and ships (infra/decisions/0001-layout.md).
 * @param owners folders whose code may be bundled, each with a package.json of its own
 */
export function onlyOwnCode(root: string, owners: readonly string[]): Plugin {
  const homes = owners.map((folder) => ({
    folder: `${resolve(root, folder)}/`,
    declared: declaredBy(resolve(root, folder)),
  }))
  const homeOf = (file: string) =>
    homes.find(({ folder }) => file.startsWith(folder) && !file.includes('/node_modules/'))

  return {
    name: 'only-own-code',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      const home = importer && /\.tsx?$/.test(importer) && homeOf(importer)
      const name = /^(@[^/]+\/[^/]+|[a-z0-9][^/:]*)/.exec(source)?.[0]
      if (home && name && !source.startsWith('/') && !home.declared.has(name)) {
        this.error(`${relative(root, importer)} imports '${name}', which its package.json does not declare`)
      }
      return null
    },
    generateBundle() {
      const strangers = [...this.getModuleIds()]
        .map((id) => id.split('?')[0] ?? id)
        .filter((id) => id.startsWith(`${root}/`) && !id.includes('/node_modules/') && !homeOf(id))
      if (strangers.length > 0) {
        this.error(`code that must not reach the browser: ${strangers.map((id) => relative(root, id)).join(', ')}`)
      }
    },
  }
}

function declaredBy(folder: string): Set<string> {
  const { name, dependencies = {} } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    name: string
    dependencies?: Record<string, string>
  }
  return new Set([name, ...Object.keys(dependencies)])
}
