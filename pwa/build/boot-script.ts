import { resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { getChunkFiles } from './chunk-files.ts'

const PLACEHOLDER = '<!-- boot -->'

/**
 * Inserts `entry` into the page as a script that runs before the first paint. It is bundled alone, so it has no imports to
 * wait for, and contains the names of the files that a first screen may need.
 *
 * @param screens the module of each screen, by the first part of its address
 * @param localCatalogue the module that reads the local catalogue
 */
export function bootScript(entry: string, screens: Record<string, string>, localCatalogue: string): Plugin {
  return {
    name: 'boot-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, server }) {
        if (server) return html.replace(PLACEHOLDER, `<script type="module" src="/${entry}"></script>`)
        const files = Object.entries(screens).map(([screen, module]) => [screen, getChunkFiles(module, bundle ?? {})])
        const script = await bundleScript(resolve(import.meta.dirname, '..', entry), {
          SCREEN_FILES: JSON.stringify(Object.fromEntries(files)),
          LOCAL_CATALOGUE_FILES: JSON.stringify(getChunkFiles(localCatalogue, bundle ?? {})),
        })
        // Vite's type of this hook also covers the development server, which has no `emitFile`.
        const output = this as unknown as Rolldown.PluginContext
        const reference = output.emitFile({ type: 'asset', name: 'boot.js', source: script })
        return moveFontsLast(html.replace(PLACEHOLDER, `<script src="/${output.getFileName(reference)}"></script>`))
      },
    },
  }
}

/** Moves font preloads to the end of the head: nothing is painted before the core chunk arrives, so it is requested first. */
function moveFontsLast(html: string): string {
  const fonts = html.match(/^ *<link rel="preload"[^>]* as="font"[^>]*>\n/gm) ?? []
  return fonts
    .reduce((remaining, font) => remaining.replace(font, ''), html)
    .replace('  </head>', `${fonts.join('')}  </head>`)
}

async function bundleScript(entry: string, define: Record<string, string>): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define,
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'boot' } },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error('boot script: the build has no output')
  return first.output[0].code
}
