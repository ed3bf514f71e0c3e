import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { InterruptibleStack } from '../local/interruptible-stack.ts'
import { root } from '../local/repository.ts'
import { readCluster, readManifests } from './cluster.ts'
import { findOrBuildControlPlane, startControlPlane } from './control-plane.ts'
import { startKubeletDouble } from './kubelet-double.ts'

/**
 * Applies the overlay of infra/capacity.md to a real API server, first as a dry run, then twice, and upgrades the shop there
 * with upgrade.sh: a release that works, one whose API does not become ready, one whose migration fails. No container
 * is run: a double of the kubelets reports what controllers see of pods (infra/decisions/0036-kubernetes.md).
 */
const NAMESPACE = 'tsedra'
const TIMEOUT_MS = 60_000
/** Each object with the version that every change of it increases. */
const VERSIONS = 'jsonpath={range .items[*]}{.kind}/{.metadata.name} {.metadata.resourceVersion}{"\\n"}{end}'

/** By tag: the program that is broken in this release. */
const brokenPrograms: Readonly<Record<string, string>> = { 'release-3': 'api', 'release-4': 'migrate' }

const programs = await findOrBuildControlPlane((text) => console.log(text))
await using stack = new InterruptibleStack()
const directory = realpathSync(mkdtempSync(join(tmpdir(), 'tsedra-kubernetes-')))
process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
const controlPlane = await startControlPlane(programs, directory, stack)
const cluster = readCluster(readManifests())
const failures: string[] = []

check('the namespace is created', (await kubectl('create', 'namespace', NAMESPACE)).status === 0)
const secrets = writeSecrets()
check('the secrets are accepted', (await kubectl('apply', '-n', NAMESPACE, '-f', secrets)).status === 0)

const overlay = writeOverlay('release-1')
const dryRun = await kubectl('apply', '-k', overlay, '--dry-run=server', '--validate=strict')
// Without the Secrets, which are no part of the Kustomization, and with the generated ConfigMap.
const objectCount = cluster.objects.length - Object.keys(cluster.secrets).length + 1
checkLines('a dry run of the server accepts every object', dryRun, / \(server dry run\)$/)
const first = await kubectl('apply', '-k', overlay, '--validate=strict')
checkLines('the first apply creates every object', first, / (created|configured)$/)
const versions = await kubectl('get', '-k', overlay, '-o', VERSIONS)
// kubectl prints "configured" where its patch replaces a selector by the same one.
const second = await kubectl('apply', '-k', overlay, '--validate=strict')
checkLines('the second apply accepts every object', second, / (unchanged|configured)$/)
const versionsAfter = await kubectl('get', '-k', overlay, '-o', VERSIONS)
check('the second apply changes no object', versions.status === 0 && versions.output === versionsAfter.output)
check('kubectl diff finds no difference', (await kubectl('diff', '-k', overlay)).status === 0)

const pods = `/api/v1/namespaces/${NAMESPACE}/pods?dryRun=All&fieldValidation=Strict`
for (const { metadata, template } of cluster.workloads) {
  const { status, body } = await controlPlane.send('POST', pods, {
    ...template,
    metadata: { ...template.metadata, name: metadata.name },
  })
  check(`Pod Security admits the pod of ${metadata.name}`, status === 201, body.message)
}
const [someWorkload] = cluster.workloads
const privileged = await controlPlane.send('POST', pods, {
  metadata: { name: 'privileged' },
  spec: { ...someWorkload?.template.spec, securityContext: {} },
})
check('Pod Security rejects a pod without its security context', privileged.status === 403, privileged.body.message)
const misspelt = await controlPlane.send('POST', pods, {
  ...someWorkload?.template,
  metadata: { name: 'misspelt' },
  spec: { ...someWorkload?.template.spec, serviceAccount_: 'shop' },
})
check('the server rejects an unknown field', misspelt.status === 400, misspelt.body.message)

await controlPlane.startControllers()
const kubelets = stack.use(
  startKubeletDouble(controlPlane, NAMESPACE, (program, tag) => brokenPrograms[tag] === program),
)
await waitUntilInstalled()
for (const [release, isRolledOut, expectedTag] of [
  ['release-2', true, 'release-2'],
  ['release-3', false, 'release-2'],
  ['release-4', false, 'release-2'],
] as const) {
  const startedCount = kubelets.started.length
  const { status, output } = await run('sh', [join(import.meta.dirname, 'upgrade.sh'), writeOverlay(release)])
  console.log(output)
  check(`upgrade.sh to ${release} exits with ${isRolledOut ? 0 : 1}`, (status === 0) === isRolledOut)
  for (const name of ['api', 'worker', 'edge']) {
    const { image, ready } = await readDeployment(name)
    check(
      `then ${name} runs ${expectedTag}`,
      image.endsWith(`:${expectedTag}`) && ready >= 1,
      `${image}, ${ready} ready`,
    )
  }
  const backupImage = await readCronJobImage('backup')
  check(`then the backups are of ${expectedTag}`, backupImage.endsWith(`:${expectedTag}`), backupImage)
  console.log(`  pods: ${kubelets.started.slice(startedCount).join(', ')}`)
}
const [backupIndex, migrateIndex, picturesIndex, apiIndex] = [
  'backup:release-1',
  'migrate:release-2',
  'complete-pictures:release-2',
  'api:release-2',
].map((name) => kubelets.started.indexOf(name)) as [number, number, number, number]
check(
  'the backup of the former release is before the migration, then the pictures, then the first new pod',
  backupIndex >= 0 && backupIndex < migrateIndex && migrateIndex < picturesIndex && picturesIndex < apiIndex,
)
check('no pod of a release whose migration failed was started', !kubelets.started.includes('api:release-4'))
check('two APIs were ready throughout', kubelets.fewestReadyApis >= 2, `${kubelets.fewestReadyApis}`)

console.log(`kubernetes drill: ${failures.length === 0 ? 'clean' : `FAILED\n${failures.join('\n')}`}`)
process.exitCode = failures.length === 0 ? 0 : 1

function check(what: string, isTrue: boolean, detail = ''): void {
  console.log(`${isTrue ? 'ok  ' : 'FAIL'} ${what}${isTrue ? '' : ` ${detail}`}`)
  if (!isTrue) failures.push(`${what} ${detail}`)
}

/** Each object must have a line of its own that matches, and the server no warning. */
function checkLines(what: string, { status, output }: Result, pattern: RegExp): void {
  const lines = output.trim().split('\n')
  // The namespace was created by hand.
  const others = lines.filter((line) => !pattern.test(line) && !/namespaces\/tsedra is missing/.test(line))
  const isTrue = status === 0 && others.length === 0 && lines.length >= objectCount
  check(`${what} (${lines.length} of ${objectCount})`, isTrue, others.join('\n'))
}

interface Result {
  status: number
  /** Standard output and error. */
  output: string
}

function kubectl(...args: string[]): Promise<Result> {
  return run('kubectl', args)
}

function run(program: string, args: string[]): Promise<Result> {
  const env = { ...process.env, ...controlPlane.env, ROLLOUT_TIMEOUT: '20s', JOB_TIMEOUT: '60' }
  return new Promise((resolve) => {
    execFile(program, args, { env, timeout: 600_000 }, (error, stdout, stderr) =>
      resolve({ status: error ? 1 : 0, output: stdout + stderr }),
    )
  })
}

/** Writes the example of the documentation for this release. */
function writeOverlay(release: string): string {
  const [, example = ''] = /```yaml\n(.*?)```/s.exec(readFileSync(join(root, 'infra/capacity.md'), 'utf8')) ?? []
  const overlayDirectory = join(directory, release)
  mkdirSync(overlayDirectory)
  writeFileSync(
    join(overlayDirectory, 'kustomization.yaml'),
    example
      .replaceAll(/^ {3}/gm, '')
      .replace('tsedra/infra/kubernetes', relative(overlayDirectory, realpathSync(import.meta.dirname)))
      .replaceAll(/(?<=newTag: ')[^']*/g, release),
  )
  return overlayDirectory
}

function writeSecrets(): string {
  const file = join(directory, 'secrets.yaml')
  writeFileSync(file, (readManifests()['secrets.example.yaml'] ?? '').replaceAll("''", "'a secret of the drill'"))
  return file
}

/** Two APIs, as the autoscaler would have it, which does not run here. */
async function waitUntilInstalled(): Promise<void> {
  await kubectl('scale', '-n', NAMESPACE, 'deployment/api', '--replicas=2')
  const endsAt = Date.now() + TIMEOUT_MS
  for (;;) {
    const ready = await Promise.all(['api', 'worker', 'edge'].map(async (name) => (await readDeployment(name)).ready))
    if (Math.min(...ready) >= 1 && (ready[0] ?? 0) >= 2 && (ready[1] ?? 0) >= 2) return
    if (Date.now() > endsAt) throw new Error(`The shop was not ready: ${ready.join(', ')} pods.`)
    await pause(200)
  }
}

async function readCronJobImage(name: string): Promise<string> {
  const { body } = await controlPlane.send('GET', `/apis/batch/v1/namespaces/${NAMESPACE}/cronjobs/${name}`)
  return body.spec?.jobTemplate?.spec.template.spec.containers[0]?.image ?? ''
}

async function readDeployment(name: string): Promise<{ image: string; ready: number }> {
  const { body } = await controlPlane.send('GET', `/apis/apps/v1/namespaces/${NAMESPACE}/deployments/${name}`)
  return { image: body.spec?.template?.spec.containers[0]?.image ?? '', ready: body.status?.readyReplicas ?? 0 }
}
