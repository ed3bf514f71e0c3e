import { basename, dirname, join } from 'node:path'
import { CONTENT_RENDERER } from '@tsedra/contract/page-manifest'
import react from '@vitejs/plugin-react'
import { type Alias, build, type Plugin } from 'vite'
import { compiledMessages } from './compiled-messages.ts'
import { importBoundaries } from './import-boundaries.ts'

interface Options {
  /** Root of the repository. */
  repository: string
  alias: readonly Alias[]
}

/**
 * Builds the file with which the API renders the content of pages from the same components as the client
 * (infra/decisions/0032-page-html.md): one file with its packages, because the API has none of them.
 */
export function contentRenderer(entry: string, { repository, alias }: Options): Plugin {
  const root = join(repository, 'pwa')
  return {
    name: 'content-renderer',
    apply: 'build',
    writeBundle: {
      sequential: true,
      async handler({ dir = '' }) {
        await build({
          configFile: false,
          root,
          logLevel: 'error',
          publicDir: false,
          plugins: [
            importBoundaries(repository, ['pwa', 'api/contract']),
            compiledMessages(),
            ignoreDynamicImports(),
            react(),
          ],
          resolve: {
            alias: [
              ...alias,
              // The package's own entry also has the streaming renderer.
              {
                find: 'react-dom/server',
                replacement: join(
                  repository,
                  'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js',
                ),
              },
            ],
          },
          define: { 'process.env.NODE_ENV': '"production"' },
          ssr: { noExternal: true },
          build: {
            ssr: entry,
            outDir: join(dir, dirname(CONTENT_RENDERER)),
            emptyOutDir: true,
            // As in the client's build: both name the same files.
            assetsInlineLimit: 0,
            reportCompressedSize: false,
            rolldownOptions: { output: { entryFileNames: basename(CONTENT_RENDERER), codeSplitting: false } },
          },
        })
      },
    },
  }
}

/** Leaves out what the client loads on demand: the server renders the first render only. */
function ignoreDynamicImports(): Plugin {
  return {
    name: 'ignore-dynamic-imports',
    enforce: 'pre',
    resolveDynamicImport: (specifier) => (typeof specifier === 'string' ? { id: specifier, external: true } : null),
  }
}
