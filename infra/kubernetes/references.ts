import { allContainers, type Cluster, type Selector, type Workload } from './cluster.ts'

/**
 * Names that lead nowhere: what one object says of another, of a port, of a volume, of a key.
 *
 * @returns `who: what` of each
 */
export function brokenReferences(cluster: Cluster): string[] {
  return [
    ...ofFiles(cluster),
    ...cluster.workloads.flatMap((workload) => ofPods(cluster, workload)),
    ...ofDeployments(cluster),
    ...ofServices(cluster),
    ...ofPolicies(cluster),
  ]
}

function ofFiles({ kustomization, files }: Cluster): string[] {
  const known = ['apiVersion', 'kind', 'namespace', 'labels', 'resources', 'configMapGenerator']
  return [
    ...unknownAmong(Object.keys(kustomization), known).map(
      (key) => `kustomization: ${key} is looked at by nobody here`,
    ),
    ...unknownAmong(kustomization.resources, files).map((name) => `kustomization: there is no ${name}`),
    ...unknownAmong(files, kustomization.resources).map((name) => `kustomization: ${name} is left out`),
  ]
}

function ofPods(cluster: Cluster, workload: Workload): string[] {
  const { metadata, template } = workload
  const { serviceAccountName, volumes = [], topologySpreadConstraints = [] } = template.spec
  const say = (what: string) => `${metadata.name}: ${what}`
  const generators = (cluster.kustomization['configMapGenerator'] ?? []) as { name: string }[]
  const mounts = allContainers(workload).flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name))
  const claims = volumes.flatMap(({ persistentVolumeClaim: claim }) => (claim ? [claim.claimName] : []))
  const sources = allContainers(workload).flatMap(({ envFrom = [] }) => envFrom)
  const maps = sources.flatMap(({ configMapRef }) => (configMapRef ? [configMapRef.name] : []))
  const secrets = sources.flatMap(({ secretRef }) => (secretRef ? [secretRef.name] : []))
  const probes = template.spec.containers.flatMap(({ ports = [], startupProbe, readinessProbe, livenessProbe }) =>
    [startupProbe, readinessProbe, livenessProbe].flatMap((probe) =>
      probe && !ports.some(({ name }) => name === probe.httpGet.port) ? [probe.httpGet.port] : [],
    ),
  )
  return [
    ...unknownAmong([serviceAccountName], namesOf(cluster.of('ServiceAccount'))).map((name) =>
      say(`no account ${name}`),
    ),
    ...unknownAmong(
      mounts,
      volumes.map(({ name }) => name),
    ).map((name) => say(`no volume ${name}`)),
    ...unknownAmong(
      volumes.map(({ name }) => name),
      mounts,
    ).map((name) => say(`nobody mounts ${name}`)),
    ...unknownAmong(claims, namesOf(cluster.of('PersistentVolumeClaim'))).map((name) => say(`no claim ${name}`)),
    ...unknownAmong(
      maps,
      generators.map(({ name }) => name),
    ).map((name) => say(`no settings ${name}`)),
    ...unknownAmong(secrets, Object.keys(cluster.secrets)).map((name) => say(`no secret ${name}`)),
    ...probes.map((port) => say(`a probe asks port ${port}`)),
    ...topologySpreadConstraints
      .filter(({ labelSelector }) => !means(labelSelector, workload))
      .map(() => say('spreads other pods than its own')),
  ]
}

function ofDeployments(cluster: Cluster): string[] {
  const deployments = cluster.of('Deployment')
  const budgets = cluster.of('PodDisruptionBudget')
  return [
    ...deployments.flatMap((each) => {
      const workload = { ...each, template: each.spec.template }
      return [
        ...(means(each.spec.selector, workload) ? [] : [`${each.metadata.name}: its selector means other pods`]),
        ...(budgets.some(({ spec }) => means(spec.selector, workload)) ? [] : [`${each.metadata.name}: no budget`]),
      ]
    }),
    ...budgets
      .filter(({ spec }) => meant(cluster, spec.selector).length !== 1)
      .map(({ metadata }) => `budget ${metadata.name}: not of one workload`),
    ...cluster
      .of('HorizontalPodAutoscaler')
      .flatMap(({ spec }) => unknownAmong([spec.scaleTargetRef.name], namesOf(deployments)))
      .map((name) => `autoscaler: no deployment ${name}`),
  ]
}

function ofServices(cluster: Cluster): string[] {
  const services = cluster.of('Service')
  const ports = new Map(services.map(({ metadata, spec }) => [metadata.name, spec.ports.map(({ name }) => name)]))
  const backends = cluster
    .of('Ingress')
    .flatMap(({ spec }) => spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service)))
  return [
    ...services.flatMap(({ metadata, spec }) => {
      const pods = meant(cluster, { matchLabels: spec.selector })
      if (pods.length !== 1) return [`service ${metadata.name}: not of one workload`]
      return unknownAmong(
        spec.ports.map(({ targetPort }) => targetPort),
        portsOf(pods),
      ).map((port) => `service ${metadata.name}: no port ${port}`)
    }),
    ...backends
      .filter(({ name, port }) => !ports.get(name)?.includes(port.name))
      .map(({ name, port }) => `ingress: no port ${port.name} of ${name}`),
  ]
}

function ofPolicies(cluster: Cluster): string[] {
  return cluster.of('NetworkPolicy').flatMap(({ metadata, spec }) => {
    const own = meant(cluster, spec.podSelector)
    const say = (what: string) => `policy ${metadata.name}: ${what}`
    const asked = [
      ...(spec.ingress ?? []).map(({ from = [], ports = [] }) => ({ peers: from, ports, pods: [own] })),
      ...(spec.egress ?? []).map(({ to = [], ports = [] }) => ({
        peers: to,
        ports,
        pods: to.flatMap(({ podSelector }) => (podSelector ? [meant(cluster, podSelector)] : [])),
      })),
    ]
    return [
      ...(own.length === 0 ? [say('means nobody')] : []),
      ...(spec.podSelector.matchExpressions ?? []).flatMap(({ key, values }) =>
        values
          .filter((value) => meant(cluster, { matchLabels: { [key]: value } }).length === 0)
          .map((value) => say(`${value} is nobody`)),
      ),
      ...asked.flatMap(({ peers, ports, pods }) => [
        ...peers.flatMap(({ podSelector }) =>
          podSelector && meant(cluster, podSelector).length === 0 ? [say('names nobody')] : [],
        ),
        ...ports.flatMap(({ port }) =>
          typeof port === 'string' && !pods.every((some) => portsOf(some).includes(port))
            ? [say(`no port ${port}`)]
            : [],
        ),
      ]),
    ]
  })
}

/** Whether a pod of this workload has what the selector asks for; an empty one means everybody. */
function means({ matchLabels = {}, matchExpressions = [] }: Selector, { template }: Workload): boolean {
  const { labels } = template.metadata
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  )
}

function meant({ workloads }: Cluster, selector: Selector): Workload[] {
  return workloads.filter((workload) => means(selector, workload))
}

/** Ports that every one of these has. */
function portsOf(workloads: readonly Workload[]): string[] {
  const [first = [], ...others] = workloads.map((each) =>
    each.template.spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name)),
  )
  return first.filter((name) => others.every((names) => names.includes(name)))
}

function namesOf(objects: readonly { metadata: { name: string } }[]): string[] {
  return objects.map(({ metadata }) => metadata.name)
}

function unknownAmong(names: readonly string[], known: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => !known.includes(name))
}
