import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './repository.ts'

interface LockedPackage {
  name?: string
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  dev?: boolean
}

/**
 * Lists what is shipped as CycloneDX 1.6, out of the lockfile: `npm run --silent sbom > sbom.json`.
 *
 * Not `npm sbom`: without development packages it leaves out what they share with the shop (Express, among others), and
 * with them it stops at their peers.
 */
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const components = Object.entries(packages)
  .filter(([path, { link, dev }]) => path.includes('node_modules/') && !link && !dev)
  .map(([path, { name = path.split('node_modules/').at(-1) ?? '', version = '', license, integrity }]) => ({
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && { licenses: [{ expression: license }] }),
    ...(integrity && { hashes: [parseIntegrity(integrity)] }),
  }))
const application = { type: 'application', name: 'tsedra', 'bom-ref': 'tsedra' }
const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component: application }, components }
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`)

/** Of `sha512-<base64>`, as the lockfile writes it. */
function parseIntegrity(integrity: string): { alg: string; content: string } {
  const [algorithm = '', base64 = ''] = integrity.split('-')
  return { alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') }
}
