import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Days that an old tab may still ask for a file which no build makes any more. */
const RETENTION_DAYS = 30
const DAY_MS = 24 * 3600_000

/** File under `assets/` → when it was first left out of a build, in milliseconds; null while it is part of the last one. */
type Ages = Record<string, number | null>

/**
 * Builds over the former build and keeps its hashed files for 30 days: an open tab asks for them after the deploy.
 *
 * `isCurrent` tells, once the bundle is written, which files belong to this build.
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

/** What lies there, by the notes of the build that made it; without notes all of it is left out from now on. */
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
