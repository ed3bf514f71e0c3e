import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root as repository } from '../local/repository.ts'

/** Copies these files of the repository into a directory, as a server has them, with programs that precede its own. */
export function openCheckout(files: readonly string[]) {
  const root = mkdtempSync(join(tmpdir(), 'tsedra-checkout-'))
  const production = join(root, 'infra', 'production')
  const programs = join(root, 'bin')
  for (const path of [production, programs]) mkdirSync(path, { recursive: true })
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    copyFileSync(join(repository, file), join(root, file))
  }
  return {
    root,
    production,
    envFile: join(production, '.env'),
    /** `PATH` of the scripts. */
    searchPath: `${programs}:${process.env['PATH']}`,
    addProgram: (name: string, text: string) => writeFileSync(join(programs, name), text, { mode: 0o755 }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true }),
  }
}
