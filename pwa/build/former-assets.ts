import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Days for which an open tab may request a file that newer builds no longer contain. */
const RETENTION_DAYS = 30
const DAY_MS = 24 * 3600_000

/** File under `assets/` → time of the first build without it, in milliseconds since 1970; null while the last build has it. */
type Ages = Record<string, number | null>

/**
 * Keeps the hashed files of former builds for 30 days: an open tab requests them after a deploy.
 *
 * `isCurrent` returns whether a file belongs to this build, once the bundle is written.
 */
export function formerAssets(now: () => number = Date.now): Plugin & { isCurrent(file: string): boolean } {
  let outDir = ''
  let previousAges: Ages = {}
  const current = new Set<string>()
  const getAgesPath = () => join(outDir, '.vite', 'assets.json')

  return {
    name: 'former-assets',
    apply: 'build',
    isCurrent: (file) => current.has(file),
    config: () => ({ build: { emptyOutDir: false } }),
    configResolved({ root, build }) {
      outDir = resolve(root, build.outDir)
    },
    async buildStart() {
      previousAges = await readAges(outDir, getAgesPath(), now())
      const entries = existsSync(outDir) ? await readdir(outDir) : []
      for (const entry of entries.filter((name) => name !== 'assets'))
        await rm(join(outDir, entry), { recursive: true, force: true })
    },
    async writeBundle(_, bundle) {
      for (const file of Object.keys(bundle)) current.add(file)
      const nextAges: Ages = {}
      for (const file of current) if (file.startsWith('assets/')) nextAges[file] = null
      for (const [file, leftOutAt] of Object.entries(previousAges)) {
        if (current.has(file)) continue
        const since = leftOutAt ?? now()
        if (now() - since < RETENTION_DAYS * DAY_MS) nextAges[file] = since
        else for (const copy of ['', '.br', '.gz']) await rm(join(outDir, file + copy), { force: true })
      }
      await mkdir(dirname(getAgesPath()), { recursive: true })
      await writeFile(getAgesPath(), JSON.stringify(nextAges))
    },
  }
}

/** Returns the ages of all assets on disk; a file that the last build did not record counts as left out since `now`. */
async function readAges(outDir: string, agesPath: string, now: number): Promise<Ages> {
  const assets = join(outDir, 'assets')
  const recorded = existsSync(agesPath) ? (JSON.parse(await readFile(agesPath, 'utf8')) as Ages) : {}
  const files = existsSync(assets) ? await readdir(assets) : []
  return Object.fromEntries(
    files
      .filter((file) => !/\.(?:br|gz)$/.test(file))
      .map((file) => `assets/${file}`)
      .map((file) => [file, recorded[file] ?? now]),
  )
}
