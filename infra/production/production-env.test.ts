import { expect, test } from 'vitest'
import { filledIn, readInfra } from './environments.ts'

const example = readInfra('production.env.example')
const compose = readInfra('production/compose.yml')
/** Variables that the compose file takes from its surroundings: with a default, or given on when they are set. */
const taken = new Set([
  ...[...compose.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name),
  ...[...compose.matchAll(/^ +([A-Z0-9_]+):$/gm)].map(([, name]) => name),
])
const lines = [...example.matchAll(/^#?([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }))

test('the example of a production names every variable that the containers take, and no other', () => {
  expect(lines.map(({ name }) => name).toSorted()).toEqual([...taken].map(String).toSorted())
  expect(Object.keys(filledIn).toSorted()).toEqual([...taken].map(String).toSorted())
})

test('the example of a production holds no secret', () => {
  const secrets = lines.filter(({ name }) => /SECRET|PASSWORD|TOKEN|KEY|SMTP_URL/.test(name))

  expect(secrets.length).toBeGreaterThan(10)
  expect(secrets.filter(({ value }) => value !== '')).toEqual([])
})

test('what the example says already is what a production runs with', () => {
  const said = lines.filter(({ value }) => value !== '')

  expect(said).toEqual(said.map(({ name }) => ({ name, value: filledIn[name] })))
})
