import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildCache, buildInScratch, findGo, runGo } from '../local/go-build.ts'
import { getFreePort } from '../local/ports.ts'
import { startService } from '../local/process.ts'

const VERSION = '1.36.3'

/** The last one is etcd. */
const programs = [
  'k8s.io/kubernetes/cmd/kube-apiserver',
  'k8s.io/kubernetes/cmd/kube-controller-manager',
  'k8s.io/kubernetes/cmd/kubectl',
  'go.etcd.io/etcd/server/v3',
]

export const builtPrograms = join(buildCache, `kubernetes-${VERSION}`)

/**
 * Returns the directory of etcd, kube-apiserver, kube-controller-manager and kubectl, and builds them with Go where they
 * are missing (a quarter of an hour on two processors, once). @throws Error where there is no Go.
 */
export async function findOrBuildControlPlane(print: (text: string) => void): Promise<string> {
  if (existsSync(builtPrograms)) return builtPrograms
  const go = findGo()
  if (!go) throw new Error('The control plane of Kubernetes is built with Go, which is not here.')
  print(`Kubernetes: not here, building ${VERSION} with ${go} (a quarter of an hour, once)`)
  const problem = await buildInScratch('kubernetes', async (directory) => {
    writeFileSync(join(directory, 'go.mod'), await composeModule(go))
    const output = join(directory, 'programs')
    const version = ['gitVersion=v', 'gitMajor=', 'gitMinor=']
      .map((name, index) => `-X k8s.io/component-base/version.${name}${[VERSION, ...VERSION.split('.')][index]}`)
      .join(' ')
    await runGo(
      go,
      ['build', '-mod=mod', '-gcflags=all=-N -l', `-ldflags=-s -w ${version}`, '-o', `${output}/`, ...programs],
      {
        cwd: directory,
      },
    )
    renameSync(output, builtPrograms)
  })
  if (problem) throw new Error(problem)
  return builtPrograms
}

/**
 * Kubernetes replaces its libraries by directories of its own repository, which its module does not contain:
 * a module of ours names their published versions.
 */
async function composeModule(go: string): Promise<string> {
  const download = await runGo(go, ['mod', 'download', '-json', `k8s.io/kubernetes@v${VERSION}`])
  const { GoMod } = JSON.parse(download) as { GoMod: string }
  const source = readFileSync(GoMod, 'utf8')
  const libraries = [...source.matchAll(/^\t(k8s\.io\/\S+) v0\.0\.0(?=\s)/gm)].map(([, name]) => name)
  return [
    'module control-plane',
    /^go .*$/m.exec(source)?.[0],
    `require k8s.io/kubernetes v${VERSION}`,
    ...libraries.map((name) => `replace ${name} => ${name} v${VERSION.replace('1.', '0.')}`),
    '',
  ].join('\n')
}

export interface ControlPlane {
  /** For programs that call kubectl. */
  readonly env: Readonly<Record<string, string>>
  /** Sends a request to the API server; resolves to status and body. */
  readonly send: (method: string, path: string, body?: object) => Promise<{ status: number; body: KubernetesResponse }>
  /** Starts the controllers of Deployments, ReplicaSets and Jobs. */
  startControllers(): Promise<void>
}

interface PodTemplate {
  spec: { containers: { image: string }[] }
}

/** The fields that are read here. */
export interface KubernetesResponse {
  message?: string
  items?: KubernetesResponse[]
  metadata?: { name: string; labels?: Record<string, string>; deletionTimestamp?: string }
  spec?: {
    containers?: { name: string; image: string }[]
    template?: PodTemplate
    /** Of a CronJob. */
    jobTemplate?: { spec: { template: PodTemplate } }
  }
  status?: { phase?: string; readyReplicas?: number; conditions?: { type: string; status: string }[] }
}

/**
 * Starts etcd and an API server on loopback. No kubelet runs: pods are accepted, and stay pending.
 *
 * @param disposables stop what was started, also what is not ready yet
 */
export async function startControlPlane(
  programsDirectory: string,
  directory: string,
  disposables: AsyncDisposableStack,
): Promise<ControlPlane> {
  const [clientPort, peerPort, port] = [await getFreePort(), await getFreePort(), await getFreePort()]
  const etcdUrl = `http://127.0.0.1:${clientPort}`
  const peerUrl = `http://127.0.0.1:${peerPort}`
  const [log, certificates, kubeconfig] = ['control-plane.log', 'certificates', 'kubeconfig'].map((name) =>
    join(directory, name),
  ) as [string, string, string]
  const token = randomBytes(16).toString('hex')
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  mkdirSync(certificates, { recursive: true })
  const write = (name: string, content: string): string => {
    writeFileSync(join(directory, name), content, { mode: 0o600 })
    return join(directory, name)
  }
  const accountKey = write('account.pub', publicKey)
  const signingKey = write('account.key', privateKey)
  const tokens = write('tokens.csv', `${token},drill,drill,system:masters\n`)
  write('kubeconfig', composeKubeconfig(`https://127.0.0.1:${port}`, token))

  const start = async (name: string, args: string[], isReady: () => Promise<boolean>) => {
    const throwIfDisposed = () => {
      if (disposables.disposed) throw new Error(`${name} is not started: the control plane stops`)
    }
    throwIfDisposed()
    const starting = startService({
      name,
      command: join(programsDirectory, name),
      args,
      log,
      async isReady() {
        throwIfDisposed()
        return isReady()
      },
      readyTimeoutMs: 120_000,
      stopTimeoutMs: 10_000,
    })
    disposables.defer(async () => {
      const service = await starting.catch(() => undefined)
      await service?.stop()
    })
    await starting
  }
  const send: ControlPlane['send'] = (method, path, body) => sendToServer(port, token, method, path, body)
  const respondsTo = (url: () => Promise<{ status: number }>) => () =>
    url().then(
      ({ status }) => status === 200,
      () => false,
    )
  await start(
    'server',
    [
      `--data-dir=${join(directory, 'etcd')}`,
      `--listen-client-urls=${etcdUrl}`,
      `--advertise-client-urls=${etcdUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=default=${peerUrl}`,
      '--unsafe-no-fsync',
    ],
    respondsTo(() => fetch(`${etcdUrl}/health`)),
  )
  await start(
    'kube-apiserver',
    [
      `--etcd-servers=${etcdUrl}`,
      '--bind-address=127.0.0.1',
      '--advertise-address=127.0.0.1',
      `--secure-port=${port}`,
      `--cert-dir=${certificates}`,
      `--token-auth-file=${tokens}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.0.0.0/24',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${accountKey}`,
      `--service-account-signing-key-file=${signingKey}`,
    ],
    respondsTo(() => send('GET', '/readyz')),
  )
  return {
    env: { KUBECONFIG: kubeconfig, PATH: `${programsDirectory}:${process.env['PATH']}` },
    send,
    startControllers: () =>
      start(
        'kube-controller-manager',
        [
          `--kubeconfig=${kubeconfig}`,
          '--controllers=deployment-controller,replicaset-controller,job-controller,ttl-after-finished-controller',
          '--leader-elect=false',
          '--secure-port=0',
        ],
        () => Promise.resolve(true),
      ),
  }
}

/** JSON is YAML. */
function composeKubeconfig(server: string, token: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'drill',
    clusters: [{ name: 'drill', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'drill', user: { token } }],
    contexts: [{ name: 'drill', context: { cluster: 'drill', user: 'drill' } }],
  })
}

function sendToServer(port: number, token: string, method: string, path: string, body?: object) {
  return new Promise<{ status: number; body: KubernetesResponse }>((resolve, reject) => {
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': contentType }) }
    // The certificate is the server's own, made a moment ago.
    const options = { host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false, timeout: 30_000 }
    const outgoing = request(options, (response) => {
      text(response)
        .then((content) => {
          const isJson = response.headers['content-type']?.includes('json')
          resolve({ status: response.statusCode ?? 0, body: isJson ? (JSON.parse(content) as KubernetesResponse) : {} })
        })
        .catch(reject)
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error('timeout')))
    outgoing.once('error', reject)
    outgoing.end(body && JSON.stringify(body))
  })
}
