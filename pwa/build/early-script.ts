import { resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

const PLACE = '<!-- early -->'

/**
 * Puts `entry` into the page as a script that runs before the first paint: bundled alone, so that it waits for nothing,
 * with the names of the screens' files in it.
 *
 * @param screens the module of each screen, by the first part of its address
 */
export function earlyScript(entry: string, screens: Record<string, string>): Plugin {
  return {
    name: 'early-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, server }) {
        if (server) return html.replace(PLACE, `<script type="module" src="/${entry}"></script>`)
        const files = Object.entries(screens).map(([screen, module]) => [screen, filesOf(module, bundle ?? {})])
        const script = await bundled(resolve(import.meta.dirname, '..', entry), Object.fromEntries(files))
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

function filesOf(module: string, bundle: Rolldown.OutputBundle): string[] {
  const chunk = Object.values(bundle).find((each) => each.type === 'chunk' && each.facadeModuleId?.endsWith(module))
  if (chunk?.type !== 'chunk') throw new Error(`early script: ${module} is no chunk of its own`)
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])].map((file) => `/${file}`)
}

async function bundled(entry: string, files: Record<string, string[]>): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { SCREEN_FILES: JSON.stringify(files) },
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'early' } },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error('early script: nothing was built')
  return first.output[0].code
}
