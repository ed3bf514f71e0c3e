import { resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { filesOf } from './files-of.ts'

const PLACE = '<!-- early -->'

/**
 * Puts `entry` into the page as a script that runs before the first paint: bundled alone, so that it waits for nothing,
 * with the names of the files in it that a first screen may need.
 *
 * @param screens the module of each screen, by the first part of its address
 * @param shelf the module that reads the catalogue kept on the device
 */
export function earlyScript(entry: string, screens: Record<string, string>, shelf: string): Plugin {
  return {
    name: 'early-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, server }) {
        if (server) return html.replace(PLACE, `<script type="module" src="/${entry}"></script>`)
        const files = Object.entries(screens).map(([screen, module]) => [screen, filesOf(module, bundle ?? {})])
        const script = await bundled(resolve(import.meta.dirname, '..', entry), {
          SCREEN_FILES: JSON.stringify(Object.fromEntries(files)),
          SHELF_FILES: JSON.stringify(filesOf(shelf, bundle ?? {})),
        })
        // Vite's type for this hook is that of the development server too, which emits nothing.
        const output = this as unknown as Rolldown.PluginContext
        const reference = output.emitFile({ type: 'asset', name: 'early.js', source: script })
        return scriptsFirst(html.replace(PLACE, `<script src="/${output.getFileName(reference)}"></script>`))
      },
    },
  }
}

/** Nothing is written before the longest file is there: letters wait behind it, not it behind them. */
function scriptsFirst(html: string): string {
  const fonts = html.match(/^ *<link rel="preload"[^>]* as="font"[^>]*>\n/gm) ?? []
  return fonts.reduce((rest, font) => rest.replace(font, ''), html).replace('  </head>', `${fonts.join('')}  </head>`)
}

async function bundled(entry: string, define: Record<string, string>): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define,
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'early' } },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error('early script: nothing was built')
  return first.output[0].code
}
