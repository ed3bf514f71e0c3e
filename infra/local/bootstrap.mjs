import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Installs what the lockfile names, when it is not there yet; runs on whatever Node the machine has. */
export function install() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 17)) {
    console.error(`Node ${process.versions.node} is too old for npm to install this: use Node 20.17 or newer.`)
    process.exit(1)
  }
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const mark = join(root, 'node_modules', '.installed-lock')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return

  const since = Date.now()
  console.log('Installing packages (npm ci) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) {
    console.error('npm ci failed: see its words above.')
    process.exit(1)
  }
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, lock)
  console.log(`Packages installed in ${Math.round((Date.now() - since) / 1000)} s.`)
}

/** Hands over to the pinned Node (the npm package `node`), which runs TypeScript as it is. */
export function handOver(script) {
  const pinned = join(root, 'node_modules', 'node', 'bin', 'node')
  const child = spawn(existsSync(pinned) ? pinned : process.execPath, [join(root, script), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  })
  // The terminal sends Ctrl-C to both: this one waits for the other's orderly end.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
  child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
