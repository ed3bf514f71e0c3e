import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('edge-start.sh', import.meta.url))
const DAY_S = 24 * 3600

/** An edge whose container is started with one build after the other. */
function openEdgeContainer() {
  const dir = mkdtempSync(join(tmpdir(), 'tsedra-edge-start-'))
  const [volume, build] = [join(dir, 'kept'), join(dir, 'built')]
  mkdirSync(volume)
  return {
    start(...files: string[]): string {
      rmSync(build, { recursive: true, force: true })
      mkdirSync(build)
      for (const file of files) writeFileSync(join(build, file), file)
      return execFileSync('sh', [script, 'echo', 'runs'], {
        env: { ...process.env, KEPT: volume, BUILT: build },
      }).toString()
    },
    /** Starts it on a volume where one program fails, as on a full or foreign one. */
    startWithFailing(program: string, ...args: string[]) {
      const shims = join(dir, 'shims')
      mkdirSync(shims, { recursive: true })
      writeFileSync(join(shims, program), '#!/bin/sh\necho no space left >&2\nexit 1\n')
      chmodSync(join(shims, program), 0o755)
      mkdirSync(build, { recursive: true })
      writeFileSync(join(build, 'new-1.js'), 'new')
      const env = { PATH: `${shims}:${process.env['PATH']}`, KEPT: volume, BUILT: build }
      const { status, stdout, stderr } = spawnSync('sh', [script, ...args, 'echo', 'runs'], { env })
      rmSync(shims, { recursive: true })
      return { status, stdout: stdout.toString(), stderr: stderr.toString() }
    },
    kept: volume,
    listServed: () => readdirSync(join(volume, 'assets')).sort(),
    ageFiles(days: number) {
      const pastTime = Date.now() / 1000 - days * DAY_S
      for (const file of readdirSync(join(volume, 'assets')))
        utimesSync(join(volume, 'assets', file), pastTime, pastTime)
    },
    [Symbol.dispose]: () => rmSync(dir, { recursive: true }),
  }
}

test('files of a former build are still served, and the program runs', () => {
  using edge = openEdgeContainer()

  expect(edge.start('a-1.js', 'b-1.js')).toBe('runs\n')
  edge.start('a-2.js', 'b-1.js')

  expect(edge.listServed()).toEqual(['a-1.js', 'a-2.js', 'b-1.js'])
})

test('a build that ran for long is not forgotten by the next start; 30 days later it is', () => {
  using edge = openEdgeContainer()
  edge.start('a-1.js')
  edge.ageFiles(100)
  edge.start('a-2.js')
  expect(edge.listServed()).toEqual(['a-1.js', 'a-2.js'])

  edge.ageFiles(31)
  edge.start('a-2.js')

  expect(edge.listServed()).toEqual(['a-2.js'])
})

test('what another edge serves is not written again, and nothing unfinished is left', () => {
  using edge = openEdgeContainer()
  edge.start('a-1.js')
  const servedFile = join(edge.kept, 'assets', 'a-1.js')
  writeFileSync(servedFile, 'as the other edge serves it')

  edge.start('a-1.js', 'b-1.js')

  expect(readFileSync(servedFile, 'utf8')).toBe('as the other edge serves it')
  expect(readFileSync(join(edge.kept, 'assets', 'b-1.js'), 'utf8')).toBe('b-1.js')
  expect(readdirSync(edge.kept).sort()).toEqual(['assets', 'served'])
})

const failingPrograms = ['mkdir', 'xargs', 'find', 'cp', 'mv', 'ls']

test.each(failingPrograms)('the edge starts and logs it when %s fails on its volume', (program) => {
  using edge = openEdgeContainer()
  edge.start('a-1.js')

  const { status, stdout, stderr } = edge.startWithFailing(program)

  expect([status, stdout]).toEqual([0, 'runs\n'])
  expect(stderr).toContain('could not all be kept')
  expect(readdirSync(edge.kept).filter((name) => name.startsWith('.unfinished'))).toEqual([])
})

test.each(failingPrograms)('where the files are required nothing starts when %s fails', (program) => {
  using edge = openEdgeContainer()
  edge.start('a-1.js')

  expect(edge.startWithFailing(program, '--required')).toMatchObject({ status: 1, stdout: '' })
})

test('the edge starts without its volume', () => {
  using edge = openEdgeContainer()
  rmSync(edge.kept, { recursive: true })

  expect(edge.startWithFailing('none')).toMatchObject({ status: 0, stdout: 'runs\n' })
  writeFileSync(edge.kept, 'no directory')
  expect(edge.startWithFailing('none')).toMatchObject({ status: 0, stdout: 'runs\n' })
})

test.each([
  [{ TRUST_PROXY: '2' }, 78],
  [{ TRUST_PROXY: '2', TRUSTED_PROXIES: '' }, 78],
  [{ TRUST_PROXY: '2', TRUSTED_PROXIES: '172.20.0.1' }, 0],
  [{ TRUST_PROXY: '1' }, 0],
  [{}, 0],
])('with %j it ends with %i', (env, code) => {
  using edge = openEdgeContainer()

  const { status, stderr } = spawnSync('sh', [script, 'true'], {
    env: { PATH: process.env['PATH'] ?? '', KEPT: edge.kept, BUILT: edge.kept, ...env },
  })

  expect(status).toBe(code)
  if (code === 78) expect(stderr.toString()).toContain('  TRUSTED_PROXIES: ')
})

// catches mutation: domain-needs-https
test.each([
  ['DOMAIN', 'https.yml is not used', { DOMAIN: 'shop.example', PUBLIC_ORIGIN: 'https://shop.example' }],
  [
    'PUBLIC_ORIGIN',
    'DOMAIN is another address',
    { DOMAIN: 'shop.example', TRUSTED_PROXIES: 'private_ranges', PUBLIC_ORIGIN: 'https://www.shop.example' },
  ],
  [
    undefined,
    'both agree',
    { DOMAIN: 'shop.example', TRUSTED_PROXIES: 'private_ranges', PUBLIC_ORIGIN: 'https://shop.example' },
  ],
  [undefined, 'there is no domain', { DOMAIN: '', PUBLIC_ORIGIN: 'https://shop.example' }],
])('%s is refused where %s', (variable, _why, env) => {
  using edge = openEdgeContainer()

  const { status, stderr } = spawnSync('sh', [script, 'true'], {
    env: { PATH: process.env['PATH'] ?? '', KEPT: edge.kept, BUILT: edge.kept, ...env },
  })

  expect(status).toBe(variable ? 78 : 0)
  if (variable) expect(stderr.toString()).toContain(`  ${variable}: `)
  expect(stderr.toString()).not.toContain('shop.example')
})

test.each([
  ['that supports minimum body rates starts with them', 'exit 0', 'unset'],
  ['that does not support them starts without', '[ "${BODY_RATE-unset}" = "" ]', ''],
])('a Caddy %s', (_what, adapt, rate) => {
  using edge = openEdgeContainer()
  const shims = join(edge.kept, '..')
  writeFileSync(
    join(shims, 'caddy'),
    `#!/bin/sh\n[ "$1" = adapt ] && { ${adapt}; exit; }\nprintf '%s' "\${BODY_RATE-unset}"\n`,
  )
  chmodSync(join(shims, 'caddy'), 0o755)

  const { stdout } = spawnSync('sh', [script, 'caddy', 'run'], {
    env: { PATH: `${shims}:${process.env['PATH']}`, KEPT: edge.kept, BUILT: edge.kept },
  })

  expect(stdout.toString()).toBe(rate)
})
