import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Fails the build when the bundle contains server code or a package that the importing workspace does not declare.
 *
 * npm hoists the packages of all workspaces into one folder, so without this an `import 'knex'` in the page resolves,
 * type-checks and ships (infra/decisions/0001-layout.md).
 * @param packageFolders folders whose code may be bundled, each with its own package.json
 */
export function importBoundaries(root: string, packageFolders: readonly string[]): Plugin {
  const packages = packageFolders.map((folder) => ({
    folder: `${resolve(root, folder)}/`,
    declared: readDependencies(resolve(root, folder)),
  }))
  const findPackage = (file: string) =>
    packages.find(({ folder }) => file.startsWith(folder) && !file.includes('/node_modules/'))

  return {
    name: 'import-boundaries',
    enforce: 'pre',
    apply: 'build',
    resolveId(source, importer) {
      const owner = importer && /\.tsx?$/.test(importer) && findPackage(importer)
      const name = /^(@[^/]+\/[^/]+|[a-z0-9][^/:]*)/.exec(source)?.[0]
      if (owner && name && !source.startsWith('/') && !owner.declared.has(name)) {
        this.error(`${relative(root, importer)} imports '${name}', which its package.json does not declare`)
      }
      return null
    },
    generateBundle() {
      const foreignModules = [...this.getModuleIds()]
        .map((id) => id.split('?')[0] ?? id)
        .filter((id) => id.startsWith(`${root}/`) && !id.includes('/node_modules/') && !findPackage(id))
      if (foreignModules.length > 0) {
        this.error(`code that must not reach the browser: ${foreignModules.map((id) => relative(root, id)).join(', ')}`)
      }
    },
  }
}

function readDependencies(folder: string): Set<string> {
  const { name, dependencies = {} } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    name: string
    dependencies?: Record<string, string>
  }
  return new Set([name, ...Object.keys(dependencies)])
}
