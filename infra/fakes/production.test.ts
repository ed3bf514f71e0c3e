import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// catches mutation: fakes-not-in-production
test.each(['telegram', 'mail', 'providers'])(
  'P-01: the fake of %s does not start in production and logs the reason',
  (name) => {
    const program = fileURLToPath(new URL(`${name}/main.ts`, import.meta.url))
    const { status, stderr } = spawnSync(process.execPath, [program], {
      env: { ...process.env, NODE_ENV: 'production', PORT: '0', SMTP_PORT: '0' },
      encoding: 'utf8',
      timeout: 20_000,
    })

    expect({ status, stderr }).toEqual({ status: 78, stderr: 'NODE_ENV: a stand-in has no place in production\n' })
  },
)
