import { setTimeout as pause } from 'node:timers/promises'
import { getErrorMessage } from '../local/process.ts'
import type { ControlPlane, KubernetesResponse } from './control-plane.ts'

interface KubeletDouble extends AsyncDisposable {
  /** `name:tag` of every pod in the order in which it was run. */
  readonly started: readonly string[]
  /** Lowest number of ready API pods since there were two. */
  readonly fewestReadyApis: number
}

const INTERVAL_MS = 200

/**
 * Runs the pods of a namespace as far as controllers can see it: those of Deployments become ready and those of Jobs
 * succeed, except `isBroken` ones, which stay unready or exit with 78.
 */
export function startKubeletDouble(
  { send }: Pick<ControlPlane, 'send'>,
  namespace: string,
  isBroken: (program: string, tag: string) => boolean,
): KubeletDouble {
  const started: string[] = []
  let fewestReadyApis = Number.POSITIVE_INFINITY
  const stopped = new AbortController()
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      // The next round repeats what has failed.
      await runPods().catch((error: unknown) => console.error(`kubelet: ${getErrorMessage(error)}`))
      await pause(INTERVAL_MS)
    }
  })()
  return {
    started,
    get fewestReadyApis() {
      return fewestReadyApis
    },
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await loop
    },
  }

  async function runPods(): Promise<void> {
    const { body } = await send('GET', `/api/v1/namespaces/${namespace}/pods`)
    const pods = body.items ?? []
    for (const pod of pods) await runPod(pod)
    const readyApis = pods.filter((pod) => getProgram(pod) === 'api' && isReady(pod)).length
    if (readyApis >= 2 || Number.isFinite(fewestReadyApis)) fewestReadyApis = Math.min(fewestReadyApis, readyApis)
  }

  async function runPod(pod: KubernetesResponse): Promise<void> {
    if (pod.status?.phase !== 'Pending') return
    const program = getProgram(pod)
    const tag = getTag(pod)
    const status = describeStatus(pod, isBroken(program, tag))
    await send('PATCH', `/api/v1/namespaces/${namespace}/pods/${pod.metadata?.name}/status`, { status })
    started.push(`${program}:${tag}`)
  }
}

function describeStatus(pod: KubernetesResponse, isBroken: boolean): object {
  const ready = { type: 'Ready', status: isBroken ? 'False' : 'True', lastTransitionTime: new Date().toISOString() }
  if (!pod.metadata?.labels?.['batch.kubernetes.io/job-name']) return { phase: 'Running', conditions: [ready] }
  const terminated = { exitCode: isBroken ? 78 : 0 }
  const containerStatuses = (pod.spec?.containers ?? []).map(({ name, image }) => ({
    name,
    image,
    imageID: '',
    ready: false,
    restartCount: 0,
    state: { terminated },
  }))
  return { phase: isBroken ? 'Failed' : 'Succeeded', containerStatuses }
}

const getProgram = (pod: KubernetesResponse) => pod.metadata?.labels?.['app.kubernetes.io/name'] ?? ''
const getTag = (pod: KubernetesResponse) => pod.spec?.containers?.[0]?.image.split(':').at(-1) ?? ''
const isReady = ({ status }: KubernetesResponse) =>
  status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false
