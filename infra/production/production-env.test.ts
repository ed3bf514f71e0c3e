import { expect, test } from 'vitest'
import { exampleValues, externalValues, overrideFiles, readInfraFile } from './environments.ts'

const example = readInfraFile('production.env.example')
const composeText = ['compose.yml', ...overrideFiles].map((file) => readInfraFile(`production/${file}`)).join('')
/** Variables that the compose files take from their surroundings: with a default, or given on when they are set. */
const usedVariables = new Set([
  ...[...composeText.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name),
  ...[...composeText.matchAll(/^ +([A-Z0-9_]+):$/gm)].map(([, name]) => name),
])
// Compose itself reads COMPOSE_FILE, upgrade.sh and rollback.sh FORMER_RELEASES.
const exampleLines = [...example.matchAll(/^#?(?!COMPOSE_FILE|FORMER_RELEASES)([A-Z0-9_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => ({ name, value }),
)

test('the example of a production names every variable that the containers take, and no other', () => {
  expect(exampleLines.map(({ name }) => name).toSorted()).toEqual([...usedVariables].map(String).toSorted())
  expect(Object.keys({ ...exampleValues, ...externalValues }).toSorted()).toEqual(
    [...usedVariables].map(String).toSorted(),
  )
})

test('the example of a production holds no secret', () => {
  const secrets = exampleLines.filter(({ name }) => /SECRET|PASSWORD|TOKEN|KEY|SMTP_URL/.test(name))

  expect(secrets.length).toBeGreaterThan(10)
  expect(secrets.filter(({ value }) => value !== '')).toEqual([])
})

test('the preset values of the example are the ones that production uses', () => {
  const givenLines = exampleLines.filter(({ value }) => value !== '')

  expect(givenLines).toEqual(givenLines.map(({ name }) => ({ name, value: exampleValues[name] })))
})
