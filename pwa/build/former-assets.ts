import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Days that an old tab may still ask for a file which no build makes any more. */
const KEPT_DAYS = 30
const DAY_MS = 24 * 3600_000

/** File under `assets/` → when it was first left out of a build, in milliseconds; null while it is part of the last one. */
type Ages = Record<string, number | null>

/**
 * Builds over the former build and keeps its hashed files for 30 days: an open tab asks for them after the deploy.
 *
 * `isCurrent` tells, once the bundle is written, which files belong to this build.
 */
export function formerAssets(now: () => number = Date.now): Plugin & { isCurrent(file: string): boolean } {
  let out = ''
  let before: Ages = {}
  const current = new Set<string>()
  const notes = () => join(out, '.vite', 'assets.json')

  return {
    name: 'former-assets',
    apply: 'build',
    isCurrent: (file) => current.has(file),
    config: () => ({ build: { emptyOutDir: false } }),
    configResolved({ root, build }) {
      out = resolve(root, build.outDir)
    },
    async buildStart() {
      before = await agesOf(out, notes(), now())
      const entries = existsSync(out) ? await readdir(out) : []
      for (const entry of entries.filter((name) => name !== 'assets'))
        await rm(join(out, entry), { recursive: true, force: true })
    },
    async writeBundle(_, bundle) {
      for (const file of Object.keys(bundle)) current.add(file)
      const after: Ages = {}
      for (const file of current) if (file.startsWith('assets/')) after[file] = null
      for (const [file, leftOut] of Object.entries(before)) {
        if (current.has(file)) continue
        const since = leftOut ?? now()
        if (now() - since < KEPT_DAYS * DAY_MS) after[file] = since
        else for (const copy of ['', '.br', '.gz']) await rm(join(out, file + copy), { force: true })
      }
      await mkdir(dirname(notes()), { recursive: true })
      await writeFile(notes(), JSON.stringify(after))
    },
  }
}

/** What lies there, by the notes of the build that made it; without notes all of it is left out from now on. */
async function agesOf(out: string, notes: string, now: number): Promise<Ages> {
  const assets = join(out, 'assets')
  const known = existsSync(notes) ? (JSON.parse(await readFile(notes, 'utf8')) as Ages) : {}
  const files = existsSync(assets) ? await readdir(assets) : []
  return Object.fromEntries(
    files
      .filter((file) => !/\.(?:br|gz)$/.test(file))
      .map((file) => `assets/${file}`)
      .map((file) => [file, known[file] ?? now]),
  )
}
