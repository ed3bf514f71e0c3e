import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|html|svg|json|webmanifest|txt)$/
/** Below this many bytes a compressed copy saves nothing. */
const MIN_BYTES = 400

/** Writes a `.br` and a `.gz` copy of every text file of the build at the best compression: servers only select one. */
export function compressedCopies(): Plugin {
  let directory = ''
  return {
    name: 'compressed-copies',
    apply: 'build',
    configResolved({ root, build }) {
      directory = resolve(root, build.outDir)
    },
    closeBundle: {
      // After all other plugins that write files in this hook.
      sequential: true,
      order: 'post',
      async handler() {
        for (const file of await readdir(directory, { recursive: true })) {
          if (compressible.test(file) && !existsSync(join(directory, `${file}.br`)))
            await compress(join(directory, file))
        }
      },
    },
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < MIN_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
