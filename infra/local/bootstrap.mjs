import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const modules = join(root, 'node_modules')
const pinned = join(modules, 'node', 'bin', 'node')

/** Installs the packages of the lockfile when they are missing; runs on any Node version of the machine. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 17))
    leave(`This needs Node 20.17 or newer; here is ${process.versions.node}.`)
  if (isInstalled()) return

  const since = Date.now()
  console.log('Installing packages (npm ci) …')
  const { status, error } = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: pathWithoutOwnPrograms() },
  })
  if (error) leave(`npm could not be started: ${error.message}`)
  if (status !== 0) leave('npm ci failed: see its words above.')
  if (!existsSync(pinned))
    leave('npm ci brought no Node: were install scripts forbidden? See "allowScripts" in package.json.')
  console.log(`Packages installed in ${Math.round((Date.now() - since) / 1000)} s.`)
}

/** Compares npm's list of installed packages with the lockfile; packages for other platforms may be absent. */
function isInstalled() {
  if (!existsSync(pinned)) return false
  try {
    const wanted = packagesOf(join(root, 'package-lock.json'))
    const present = packagesOf(join(modules, '.package-lock.json'))
    return Object.entries(wanted).every(([path, { version, link, optional }]) => {
      if (!path.startsWith('node_modules/')) return true
      const found = present[path]
      return found ? found.version === version && found.link === link : optional === true
    })
  } catch {
    return false
  }
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** npm must not run on the very Node that it is about to delete. */
function pathWithoutOwnPrograms() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => folder !== join(modules, '.bin')).join(delimiter)
}

/** Hands over to the pinned Node (the npm package `node`), which runs TypeScript as it is. */
export function handOver(script) {
  const child = spawn(pinned, [join(root, script), ...process.argv.slice(2)], {
    cwd: root,
    // The IPC channel closes when this process is killed, so the child ends too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: [join(modules, '.bin'), process.env.PATH].join(delimiter) },
  })
  // A terminal sends Ctrl-C to both; a signal to this one alone is passed on. This one waits for an orderly end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

function leave(why) {
  console.error(why)
  process.exit(1)
}
