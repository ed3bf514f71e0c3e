import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { productionCompose, readInfraFile } from '../production/environments.ts'
import { listContainers, type Cluster, type ManifestFiles, readCluster, readManifests } from './cluster.ts'
import { findEnvironmentProblems, getProgram } from './check-environments.ts'
import { validateSchema } from './validate-schema.ts'
import { findBrokenReferences } from './references.ts'

const files = readManifests()
const cluster = readCluster(files)

test('every object matches the published schemas and has no unknown field', async () => {
  expect(cluster.objects.length).toBeGreaterThan(25)
  expect(await findSchemaErrors(cluster)).toEqual([])
})

test('every name leads somewhere: files, pods, ports, volumes, settings, secrets', () => {
  expect(findBrokenReferences(cluster)).toEqual([])
})

test('every program receives the variables it reads, no other secret, and starts with them', () => {
  expect(findEnvironmentProblems(cluster)).toEqual([])
})

test('what runs in the cluster is what the compose file builds and how it runs it', () => {
  expect(findImageProblems(cluster)).toEqual([])
})

test('every container runs as an unprivileged user, read-only, within its limits', () => {
  expect(findInsecureContainers(cluster)).toEqual([])
})

test('nothing goes before another has come, and what goes has the time that it takes to close', () => {
  expect(findUnsafeRollouts(cluster)).toEqual([])
})

test('R-30: all that may run at once fits into a Postgres with 100 connections', () => {
  expect(countConnections(cluster)).toBeLessThanOrEqual(90)
})

test('no secret is contained', () => {
  const values = Object.values(cluster.secrets).flatMap(({ values: given }) => Object.values(given))

  expect(values.length).toBeGreaterThan(10)
  expect(values.filter((value) => value !== "''")).toEqual([])
})

test('the restore of capacity.md is the job of the backup with its program, as the owner of the schema', () => {
  const [, script = ''] = /sed '(.*?)' \| kubectl/s.exec(readFileSync('infra/capacity.md', 'utf8')) ?? []
  const backup = cluster.workloads.find(({ metadata }) => metadata.name === 'backup')
  // As kubectl prints it.
  const input = JSON.stringify(backup, undefined, 4)
  const job = JSON.parse(execFileSync('sed', [script], { input, encoding: 'utf8' })) as typeof backup
  const [container] = job ? listContainers(job) : []

  expect(container?.command).toEqual(['node', 'api/src/backup/restore.ts', '/backups/tsedra-….backup'])
  expect(container?.envFrom?.map(({ secretRef }) => secretRef?.name)).toEqual([
    undefined,
    'database-owner',
    'store',
    'backup',
  ])
})

/** Mistakes with the expected message: message, file, original text, changed text. */
const mistakes: readonly [message: string, file: string, find: string, put: string][] = [
  ['replicaCount: there is no such field', 'worker.yaml', 'replicas: 2', 'replicaCount: 2'],
  ['containers/0/resource: there is no such field', 'worker.yaml', '          resources:', '          resource:'],
  ['is no published kind', 'ingress.yaml', 'networking.k8s.io/v1', 'networking.k8s.io/v7'],
  ['/spec/replicas: type', 'worker.yaml', 'replicas: 2', "replicas: '2'"],
  ['kustomization: there is no workers.yaml', 'kustomization.yaml', 'worker.yaml', 'workers.yaml'],
  ['kustomization: worker.yaml is left out', 'kustomization.yaml', '  - worker.yaml\n', ''],
  [
    'api: its selector means other pods',
    'api.yaml',
    '  selector: { matchLabels: { app.kubernetes.io/name: api } }\n  strategy',
    '  selector: { matchLabels: { app.kubernetes.io/name: apis } }\n  strategy',
  ],
  [
    'service edge: not of one workload',
    'edge.yaml',
    '  selector: { app.kubernetes.io/name: edge }',
    '  selector: { app.kubernetes.io/name: door }',
  ],
  ['service worker: no port hook', 'worker.yaml', 'targetPort: webhook', 'targetPort: hook'],
  ['ingress: no port web of edge', 'ingress.yaml', 'port: { name: http }', 'port: { name: web }'],
  ['a probe uses port ready', 'api.yaml', '{ path: /readyz, port: health }', '{ path: /readyz, port: ready }'],
  ['autoscaler: no deployment apis', 'api.yaml', 'kind: Deployment, name: api }', 'kind: Deployment, name: apis }'],
  [
    'api: no budget',
    'api.yaml',
    '  maxUnavailable: 1\n  selector: { matchLabels: { app.kubernetes.io/name: api } }',
    '  maxUnavailable: 1\n  selector: { matchLabels: { app.kubernetes.io/name: edge } }',
  ],
  ['policy metrics: works is no pod', 'network.yaml', 'values: [api, worker]', 'values: [api, works]'],
  [
    'policy edge: no port hook',
    'network.yaml',
    '        - { port: webhook }\n    - ports',
    '        - { port: hook }\n    - ports',
  ],
  ['edge: no claim former', 'edge.yaml', 'claimName: former-assets', 'claimName: former'],
  ['api: no volume temp', 'api.yaml', '{ name: tmp, mountPath', '{ name: temp, mountPath'],
  ['migrate: no account shops', 'migrate.yaml', 'serviceAccountName: shop', 'serviceAccountName: shops'],
  ['api: no secret apis', 'api.yaml', 'secretRef: { name: api }', 'secretRef: { name: apis }'],
  ['worker: no settings setting', 'worker.yaml', 'configMapRef: { name: settings }', 'configMapRef: { name: setting }'],
  ['no program reads S3_BUKET', 'settings.env', 'S3_BUCKET', 'S3_BUKET'],
  ['api/api: is missing ADDRESS_SECRET', 'secrets.example.yaml', "  ADDRESS_SECRET: ''\n", ''],
  [
    'worker/worker: is missing TELEGRAM_WEBHOOK_SECRET',
    'secrets.example.yaml',
    "  # TELEGRAM_WEBHOOK_SECRET: ''\n",
    '',
  ],
  ['backup/backup: receives ADDRESS_SECRET', 'backup.yaml', 'secretRef: { name: backup }', 'secretRef: { name: api }'],
  ['LOG_LEVEL: too verbose', 'settings.env', 'LOG_LEVEL=info', 'LOG_LEVEL=debug'],
  ['api: tsedra-api is not built', 'api.yaml', 'image: tsedra-app', 'image: tsedra-api'],
  ['worker: is started otherwise', 'worker.yaml', 'node, --optimize-for-size,', 'node,'],
  ['edge: may do more', 'edge.yaml', 'drop: [ALL], add: [NET_BIND_SERVICE]', 'add: [NET_BIND_SERVICE]'],
  [
    'api: may do more',
    'api.yaml',
    'capabilities: { drop: [ALL] }',
    'capabilities: { drop: [ALL], add: [NET_BIND_SERVICE] }',
  ],
  ['worker: writes', 'worker.yaml', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'],
  ['migrate: runs as a privileged user', 'migrate.yaml', 'runAsUser: 10001', 'runAsUser: 0'],
  ['edge: has no memory limit', 'edge.yaml', 'limits: { memory: 256Mi }', "limits: { cpu: '1' }"],
  [
    'worker: has a token of the cluster',
    'worker.yaml',
    'automountServiceAccountToken: false',
    'automountServiceAccountToken: true',
  ],
  ['api: goes before another has come', 'api.yaml', 'maxUnavailable: 0, maxSurge: 1', 'maxUnavailable: 1, maxSurge: 0'],
  [
    'api: is killed while it closes',
    'api.yaml',
    'terminationGracePeriodSeconds: 35',
    'terminationGracePeriodSeconds: 20',
  ],
  ['edge: is alone', 'edge.yaml', 'minReplicas: 2', 'minReplicas: 1'],
  ['100 connections', 'api.yaml', 'maxReplicas: 4', 'maxReplicas: 5'],
]

test.each(mistakes)('a mistake is noticed: %s', async (problem, file, find, replacement) => {
  const text = files[file] ?? ''
  expect(text).toContain(find)
  const changed: ManifestFiles = { ...files, [file]: text.replace(find, replacement) }

  expect((await findAllProblems(readCluster(changed))).join('\n')).toContain(problem)
})

async function findAllProblems(changed: Cluster): Promise<string[]> {
  const schemaErrors = await findSchemaErrors(changed)
  // Objects that are not well-formed are not checked further.
  if (schemaErrors.length > 0) return schemaErrors
  const otherProblems = [
    findBrokenReferences,
    findEnvironmentProblems,
    findImageProblems,
    findInsecureContainers,
    findUnsafeRollouts,
  ].flatMap((check) => check(changed))
  return [...otherProblems, `${countConnections(changed)} connections`]
}

/** By what an object is: of a copy with one mistake all others are as they were. */
const errorsByObject = new Map<string, Promise<string[]>>()

async function findSchemaErrors({ objects }: Cluster): Promise<string[]> {
  const all = await Promise.all(
    objects.map(async (object) => {
      const text = JSON.stringify(object)
      const pendingErrors = errorsByObject.get(text) ?? validateSchema(object)
      errorsByObject.set(text, pendingErrors)
      return (await pendingErrors).map((error) => `${object.kind} ${object.metadata.name}${error}`)
    }),
  )
  return all.flat()
}

function findImageProblems({ workloads }: Cluster): string[] {
  const services = Object.values(productionCompose.services)
  const built = services.flatMap(({ image, build }) => (build && image ? [image] : []))
  return workloads.flatMap((workload) =>
    listContainers(workload).flatMap((container) => {
      const { image, command } = container
      if (!built.includes(image)) return [`${workload.metadata.name}: ${image} is not built`]
      const program = getProgram(container)
      const composeService = services.find((service) => service.command?.at(-1) === program)
      return program && command && composeService && composeService.command?.join(' ') !== command.join(' ')
        ? [`${workload.metadata.name}: is started otherwise`]
        : []
    }),
  )
}

const expectedPodSecurity = {
  runAsNonRoot: true,
  runAsUser: 10_001,
  runAsGroup: 10_001,
  seccompProfile: { type: 'RuntimeDefault' },
}

function findInsecureContainers({ workloads, objectsOfKind: of }: Cluster): string[] {
  return workloads
    .flatMap((workload) => {
      const { spec } = workload.template
      const workloadName = workload.metadata.name
      const isNonRoot = containsAll(spec.securityContext, expectedPodSecurity)
      return [
        ...(isNonRoot ? [] : [`${workloadName}: runs as a privileged user`]),
        ...(spec.automountServiceAccountToken === false ? [] : [`${workloadName}: has a token of the cluster`]),
        ...listContainers(workload).flatMap(({ image, command, securityContext, resources }) => {
          // Caddy's file has this capability and does not start where it is out of reach.
          const isCaddy = image === 'tsedra-edge' && !command
          const capabilities = { drop: ['ALL'], ...(isCaddy && { add: ['NET_BIND_SERVICE'] }) }
          const { capabilities: givenCapabilities, ...otherSettings } = (securityContext ?? {}) as {
            capabilities?: object
          }
          return [
            ...(JSON.stringify(givenCapabilities) === JSON.stringify(capabilities)
              ? []
              : [`${workloadName}: may do more`]),
            ...(containsAll(otherSettings, { allowPrivilegeEscalation: false })
              ? []
              : [`${workloadName}: may become more`]),
            ...(containsAll(otherSettings, { readOnlyRootFilesystem: true }) ? [] : [`${workloadName}: writes`]),
            ...(resources?.limits['memory'] && resources.requests['memory']
              ? []
              : [`${workloadName}: has no memory limit`]),
            ...(resources?.requests['cpu'] ? [] : [`${workloadName}: asks for no processor`]),
          ]
        }),
      ]
    })
    .concat(of('NetworkPolicy').some(isDenyAll) ? [] : ['everybody may talk to everybody'])
}

function isDenyAll({ spec }: { spec: object }): boolean {
  return JSON.stringify(spec) === JSON.stringify({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
}

/** Maximum milliseconds until a hanging API or worker is killed. */
const readShutdownTimeoutMs = (main: string) =>
  Number(/shutdownTimeoutMs: ([\d_]+)/.exec(readInfraFile(`../${main}`))?.[1]?.replace('_', ''))

function findUnsafeRollouts({ objectsOfKind: of }: Cluster): string[] {
  return of('Deployment').flatMap(({ metadata, spec }) => {
    const { maxUnavailable, maxSurge } = spec.strategy.rollingUpdate
    const [container] = spec.template.spec.containers
    const program = container && getProgram(container)
    const minReplicas = of('HorizontalPodAutoscaler').find(({ metadata: { name } }) => name === metadata.name)?.spec
      .minReplicas
    const shutdownS =
      (program ? readShutdownTimeoutMs(program) / 1_000 : 10) + (container?.lifecycle?.preStop.sleep.seconds ?? 0)
    return [
      ...(maxUnavailable === 0 && maxSurge > 0 ? [] : [`${metadata.name}: goes before another has come`]),
      ...((spec.template.spec.terminationGracePeriodSeconds ?? 30) > shutdownS
        ? []
        : [`${metadata.name}: is killed while it closes`]),
      ...((spec.replicas ?? minReplicas ?? 1) >= 2 ? [] : [`${metadata.name}: is alone`]),
    ]
  })
}

/**
 * Connections to Postgres at the worst moment, a release at full load: each API has its pool and listens to the catalogue
 * and to orders; each worker has its pool, listens to jobs, and locks its turn with Telegram; a migration and a backup
 * have two each.
 */
function countConnections({ objectsOfKind: of }: Cluster): number {
  const [connectionsPerApi, connectionsPerWorker] = [10 + 2, 6 + 2]
  const surge = (name: string) =>
    of('Deployment').find(({ metadata }) => metadata.name === name)?.spec.strategy.rollingUpdate.maxSurge ?? 0
  const apis = of('HorizontalPodAutoscaler').find(({ metadata }) => metadata.name === 'api')?.spec.maxReplicas ?? 0
  const workers = of('Deployment').find(({ metadata }) => metadata.name === 'worker')?.spec.replicas ?? 0
  return (apis + surge('api')) * connectionsPerApi + (workers + surge('worker')) * connectionsPerWorker + 2 + 2
}

/** Whether `whole` has everything of `part`. */
function containsAll(object: object | undefined, expected: object): boolean {
  const values = new Map(Object.entries(object ?? {}))
  return Object.entries(expected).every(([name, value]) => JSON.stringify(values.get(name)) === JSON.stringify(value))
}
