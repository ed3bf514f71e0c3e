import { readFileSync } from 'node:fs'

const packageFile = new URL('../../../package.json', import.meta.url)

/** Version of this release: the one of the repository's package.json, which every image contains. */
export const { version: release } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
