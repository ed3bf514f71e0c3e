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
function openEdge() {
  const dir = mkdtempSync(join(tmpdir(), 'tsedra-edge-start-'))
  const [kept, built] = [join(dir, 'kept'), join(dir, 'built')]
  mkdirSync(kept)
  return {
    start(...files: string[]): string {
      rmSync(built, { recursive: true, force: true })
      mkdirSync(built)
      for (const file of files) writeFileSync(join(built, file), file)
      return execFileSync('sh', [script, 'echo', 'runs'], {
        env: { ...process.env, KEPT: kept, BUILT: built },
      }).toString()
    },
    /** Starts it on a volume where one program fails, as on a full or foreign one. */
    startWithout(program: string, ...args: string[]) {
      const shims = join(dir, 'shims')
      mkdirSync(shims, { recursive: true })
      writeFileSync(join(shims, program), '#!/bin/sh\necho no space left >&2\nexit 1\n')
      chmodSync(join(shims, program), 0o755)
      mkdirSync(built, { recursive: true })
      writeFileSync(join(built, 'new-1.js'), 'new')
      const env = { PATH: `${shims}:${process.env['PATH']}`, KEPT: kept, BUILT: built }
      const { status, stdout, stderr } = spawnSync('sh', [script, ...args, 'echo', 'runs'], { env })
      rmSync(shims, { recursive: true })
      return { status, out: stdout.toString(), err: stderr.toString() }
    },
    kept,
    served: () => readdirSync(join(kept, 'assets')).sort(),
    daysPass(days: number) {
      const then = Date.now() / 1000 - days * DAY_S
      for (const file of readdirSync(join(kept, 'assets'))) utimesSync(join(kept, 'assets', file), then, then)
    },
    [Symbol.dispose]: () => rmSync(dir, { recursive: true }),
  }
}

test('files of a former build are still served, and the program runs', () => {
  using edge = openEdge()

  expect(edge.start('a-1.js', 'b-1.js')).toBe('runs\n')
  edge.start('a-2.js', 'b-1.js')

  expect(edge.served()).toEqual(['a-1.js', 'a-2.js', 'b-1.js'])
})

test('a build that ran for long is not forgotten by the next start; 30 days later it is', () => {
  using edge = openEdge()
  edge.start('a-1.js')
  edge.daysPass(100)
  edge.start('a-2.js')
  expect(edge.served()).toEqual(['a-1.js', 'a-2.js'])

  edge.daysPass(31)
  edge.start('a-2.js')

  expect(edge.served()).toEqual(['a-2.js'])
})

test('what another edge serves is not written again, and nothing unfinished is left', () => {
  using edge = openEdge()
  edge.start('a-1.js')
  const shared = join(edge.kept, 'assets', 'a-1.js')
  writeFileSync(shared, 'as the other edge serves it')

  edge.start('a-1.js', 'b-1.js')

  expect(readFileSync(shared, 'utf8')).toBe('as the other edge serves it')
  expect(readFileSync(join(edge.kept, 'assets', 'b-1.js'), 'utf8')).toBe('b-1.js')
  expect(readdirSync(edge.kept).sort()).toEqual(['assets', 'served'])
})

const failing = ['mkdir', 'xargs', 'find', 'cp', 'mv', 'ls']

test.each(failing)('the edge starts although %s fails on its volume, and says so', (program) => {
  using edge = openEdge()
  edge.start('a-1.js')

  const { status, out, err } = edge.startWithout(program)

  expect([status, out]).toEqual([0, 'runs\n'])
  expect(err).toContain('could not all be kept')
  expect(readdirSync(edge.kept).filter((name) => name.startsWith('.unfinished'))).toEqual([])
})

test.each(failing)('where the files are required nothing starts when %s fails', (program) => {
  using edge = openEdge()
  edge.start('a-1.js')

  expect(edge.startWithout(program, '--required')).toMatchObject({ status: 1, out: '' })
})

test('the edge starts without its volume', () => {
  using edge = openEdge()
  rmSync(edge.kept, { recursive: true })

  expect(edge.startWithout('none')).toMatchObject({ status: 0, out: 'runs\n' })
  writeFileSync(edge.kept, 'no directory')
  expect(edge.startWithout('none')).toMatchObject({ status: 0, out: 'runs\n' })
})

test.each([
  [{ TRUST_PROXY: '2' }, 78],
  [{ TRUST_PROXY: '2', TRUSTED_PROXIES: '' }, 78],
  [{ TRUST_PROXY: '2', TRUSTED_PROXIES: '172.20.0.1' }, 0],
  [{ TRUST_PROXY: '1' }, 0],
  [{}, 0],
])('with %j it ends with %i', (env, code) => {
  using edge = openEdge()

  const { status, stderr } = spawnSync('sh', [script, 'true'], {
    env: { PATH: process.env['PATH'] ?? '', KEPT: edge.kept, BUILT: edge.kept, ...env },
  })

  expect(status).toBe(code)
  if (code === 78) expect(stderr.toString()).toContain('  TRUSTED_PROXIES: ')
})

test.each([
  ['that knows minimum rates of a body starts with them', 'exit 0', 'unset'],
  ['that does not know them starts without', '[ "${BODY_RATE-unset}" = "" ]', ''],
])('a Caddy %s', (_what, adapt, rate) => {
  using edge = openEdge()
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
