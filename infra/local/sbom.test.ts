import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './repository.ts'

test('P-05: the bill of materials names every package that is shipped, once, with its hash', () => {
  const output = execFileSync(process.execPath, ['infra/local/sbom.ts'], { cwd: root, encoding: 'utf8' })
  const { components } = JSON.parse(output) as { components: { 'bom-ref': string; purl: string; hashes?: object[] }[] }
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean; integrity?: string }>
  }
  const shipped = Object.entries(lockfile.packages).filter(
    ([path, { dev, link }]) => /node_modules/.test(path) && !dev && !link,
  )

  expect(components.map((component) => component['bom-ref']).toSorted()).toEqual(
    shipped.map(([path]) => path).toSorted(),
  )
  expect(components.filter(({ purl }) => !/^pkg:npm\/(?:%40[^/@]+\/)?[^/@]+@\d/.test(purl))).toEqual([])
  expect(components.filter(({ hashes }) => hashes).length).toBe(shipped.filter(([, { integrity }]) => integrity).length)
  expect(components.some(({ purl }) => purl.startsWith('pkg:npm/express@'))).toBe(true)
})
