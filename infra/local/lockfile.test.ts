import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  resolved?: string
  link?: boolean
  dev?: boolean
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, LockedPackage>
}

test('every binary of another platform that a package may need is in the lockfile: a clone installs anywhere', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  )

  expect(missing).toEqual([])
})

test('the lockfile names no registry', () => {
  const withRegistry = Object.entries(packages).filter(([, { resolved, link }]) => resolved && !link)

  expect(withRegistry).toEqual([])
})

test('what plays other people’s services is installed in no image of the shop', () => {
  for (const name of ['oidc-provider', 'smtp-server', 'postal-mime', '@20minutes/s3rver']) {
    expect(packages[`node_modules/${name}`]?.dev, name).toBe(true)
  }
  const images = readFileSync(new URL('../docker/shop.Dockerfile', import.meta.url), 'utf8')
  const app = images.slice(images.indexOf('# app:'))
  expect(app).toContain('npm ci --omit=dev')
  expect(app).not.toMatch(/COPY .*infra/)
})
