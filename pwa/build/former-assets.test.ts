import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formerAssets } from './former-assets.ts'

const DAY_MS = 24 * 3600_000

/** Creates an output folder for several builds in a row. */
function createBuildFolder() {
  const dist = mkdtempSync(join(tmpdir(), 'tsedra-dist-'))
  return {
    /** @param day of the build */
    async build(day: number, ...files: string[]) {
      const plugin = formerAssets(() => day * DAY_MS) as unknown as {
        configResolved(config: object): void
        buildStart(): Promise<void>
        writeBundle(_: undefined, bundle: object): Promise<void>
        isCurrent(file: string): boolean
      }
      plugin.configResolved({ root: '/', build: { outDir: dist } })
      await plugin.buildStart()
      mkdirSync(join(dist, 'assets'), { recursive: true })
      for (const file of files) writeFileSync(join(dist, file), '')
      await plugin.writeBundle(undefined, Object.fromEntries(files.map((file) => [file, {}])))
      return plugin
    },
    assets: () => readdirSync(join(dist, 'assets')).sort(),
    has: (file: string) => existsSync(join(dist, file)),
    put: (file: string) => writeFileSync(join(dist, file), ''),
    [Symbol.dispose]: () => rmSync(dist, { recursive: true }),
  }
}

test('a build keeps the files of the build before it at any age, and `isCurrent` is true for its own only', async () => {
  using folder = createBuildFolder()
  await folder.build(0, 'index.html', 'assets/a-1.js')
  folder.put('left-over.html')

  const second = await folder.build(100, 'index.html', 'assets/a-2.js')

  expect(folder.assets()).toEqual(['a-1.js', 'a-2.js'])
  expect([second.isCurrent('assets/a-1.js'), second.isCurrent('assets/a-2.js')]).toEqual([false, true])
  expect(folder.has('left-over.html')).toBe(false)
})

test('a file is deleted with its compressed copies 30 days after the first build without it', async () => {
  using folder = createBuildFolder()
  await folder.build(0, 'assets/a-1.js')
  folder.put('assets/a-1.js.br')
  await folder.build(10, 'assets/a-2.js')
  await folder.build(39, 'assets/a-2.js')
  expect(folder.assets()).toEqual(['a-1.js', 'a-1.js.br', 'a-2.js'])

  await folder.build(41, 'assets/a-2.js')

  expect(folder.assets()).toEqual(['a-2.js'])
})

test('a file that a later build contains again belongs to that build', async () => {
  using folder = createBuildFolder()
  await folder.build(0, 'assets/a-1.js')
  await folder.build(10, 'assets/a-2.js')
  await folder.build(20, 'assets/a-1.js')
  await folder.build(45, 'assets/a-2.js')

  expect(folder.assets()).toEqual(['a-1.js', 'a-2.js'])
})
