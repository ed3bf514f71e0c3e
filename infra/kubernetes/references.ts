import { listContainers, type Cluster, type Selector, type Workload } from './cluster.ts'

/**
 * Returns broken references between objects, ports, volumes and keys.
 *
 * @returns `who: what` of each
 */
export function findBrokenReferences(cluster: Cluster): string[] {
  return [
    ...checkFiles(cluster),
    ...cluster.workloads.flatMap((workload) => checkPods(cluster, workload)),
    ...checkDeployments(cluster),
    ...checkServices(cluster),
    ...checkPolicies(cluster),
  ]
}

function checkFiles({ kustomization, files }: Cluster): string[] {
  const knownKeys = ['apiVersion', 'kind', 'namespace', 'labels', 'resources', 'configMapGenerator']
  return [
    ...findUnknown(Object.keys(kustomization), knownKeys).map((key) => `kustomization: ${key} is not checked here`),
    ...findUnknown(kustomization.resources, files).map((name) => `kustomization: there is no ${name}`),
    ...findUnknown(files, kustomization.resources).map((name) => `kustomization: ${name} is left out`),
  ]
}

function checkPods(cluster: Cluster, workload: Workload): string[] {
  const { metadata, template } = workload
  const { serviceAccountName, volumes = [], topologySpreadConstraints = [] } = template.spec
  const describe = (problem: string) => `${metadata.name}: ${problem}`
  const generators = (cluster.kustomization['configMapGenerator'] ?? []) as { name: string }[]
  const mounts = listContainers(workload).flatMap(({ volumeMounts = [] }) => volumeMounts.map(({ name }) => name))
  const claims = volumes.flatMap(({ persistentVolumeClaim: claim }) => (claim ? [claim.claimName] : []))
  const sources = listContainers(workload).flatMap(({ envFrom = [] }) => envFrom)
  const maps = sources.flatMap(({ configMapRef }) => (configMapRef ? [configMapRef.name] : []))
  const secrets = sources.flatMap(({ secretRef }) => (secretRef ? [secretRef.name] : []))
  const probes = template.spec.containers.flatMap(({ ports = [], startupProbe, readinessProbe, livenessProbe }) =>
    [startupProbe, readinessProbe, livenessProbe].flatMap((probe) =>
      probe && !ports.some(({ name }) => name === probe.httpGet.port) ? [probe.httpGet.port] : [],
    ),
  )
  return [
    ...findUnknown([serviceAccountName], getNames(cluster.objectsOfKind('ServiceAccount'))).map((name) =>
      describe(`no account ${name}`),
    ),
    ...findUnknown(
      mounts,
      volumes.map(({ name }) => name),
    ).map((name) => describe(`no volume ${name}`)),
    ...findUnknown(
      volumes.map(({ name }) => name),
      mounts,
    ).map((name) => describe(`no container mounts ${name}`)),
    ...findUnknown(claims, getNames(cluster.objectsOfKind('PersistentVolumeClaim'))).map((name) =>
      describe(`no claim ${name}`),
    ),
    ...findUnknown(
      maps,
      generators.map(({ name }) => name),
    ).map((name) => describe(`no settings ${name}`)),
    ...findUnknown(secrets, Object.keys(cluster.secrets)).map((name) => describe(`no secret ${name}`)),
    ...probes.map((port) => describe(`a probe uses port ${port}`)),
    ...topologySpreadConstraints
      .filter(({ labelSelector }) => !matchesSelector(labelSelector, workload))
      .map(() => describe('spreads other pods than its own')),
  ]
}

function checkDeployments(cluster: Cluster): string[] {
  const deployments = cluster.objectsOfKind('Deployment')
  const budgets = cluster.objectsOfKind('PodDisruptionBudget')
  return [
    ...deployments.flatMap((deployment) => {
      const workload = { ...deployment, template: deployment.spec.template }
      return [
        ...(matchesSelector(deployment.spec.selector, workload)
          ? []
          : [`${deployment.metadata.name}: its selector means other pods`]),
        ...(budgets.some(({ spec }) => matchesSelector(spec.selector, workload))
          ? []
          : [`${deployment.metadata.name}: no budget`]),
      ]
    }),
    ...budgets
      .filter(({ spec }) => selectWorkloads(cluster, spec.selector).length !== 1)
      .map(({ metadata }) => `budget ${metadata.name}: not of one workload`),
    ...cluster
      .objectsOfKind('HorizontalPodAutoscaler')
      .flatMap(({ spec }) => findUnknown([spec.scaleTargetRef.name], getNames(deployments)))
      .map((name) => `autoscaler: no deployment ${name}`),
  ]
}

function checkServices(cluster: Cluster): string[] {
  const services = cluster.objectsOfKind('Service')
  const ports = new Map(services.map(({ metadata, spec }) => [metadata.name, spec.ports.map(({ name }) => name)]))
  const backends = cluster
    .objectsOfKind('Ingress')
    .flatMap(({ spec }) => spec.rules.flatMap(({ http }) => http.paths.map(({ backend }) => backend.service)))
  return [
    ...services.flatMap(({ metadata, spec }) => {
      const pods = selectWorkloads(cluster, { matchLabels: spec.selector })
      if (pods.length !== 1) return [`service ${metadata.name}: not of one workload`]
      return findUnknown(
        spec.ports.map(({ targetPort }) => targetPort),
        getCommonPorts(pods),
      ).map((port) => `service ${metadata.name}: no port ${port}`)
    }),
    ...backends
      .filter(({ name, port }) => !ports.get(name)?.includes(port.name))
      .map(({ name, port }) => `ingress: no port ${port.name} of ${name}`),
  ]
}

function checkPolicies(cluster: Cluster): string[] {
  return cluster.objectsOfKind('NetworkPolicy').flatMap(({ metadata, spec }) => {
    const selectedPods = selectWorkloads(cluster, spec.podSelector)
    const describe = (problem: string) => `policy ${metadata.name}: ${problem}`
    const policyRules = [
      ...(spec.ingress ?? []).map(({ from = [], ports = [] }) => ({ peers: from, ports, pods: [selectedPods] })),
      ...(spec.egress ?? []).map(({ to = [], ports = [] }) => ({
        peers: to,
        ports,
        pods: to.flatMap(({ podSelector }) => (podSelector ? [selectWorkloads(cluster, podSelector)] : [])),
      })),
    ]
    return [
      ...(selectedPods.length === 0 ? [describe('selects no pod')] : []),
      ...(spec.podSelector.matchExpressions ?? []).flatMap(({ key, values }) =>
        values
          .filter((value) => selectWorkloads(cluster, { matchLabels: { [key]: value } }).length === 0)
          .map((value) => describe(`${value} is no pod`)),
      ),
      ...policyRules.flatMap(({ peers, ports, pods }) => [
        ...peers.flatMap(({ podSelector }) =>
          podSelector && selectWorkloads(cluster, podSelector).length === 0 ? [describe('selects no workload')] : [],
        ),
        ...ports.flatMap(({ port }) =>
          typeof port === 'string' && !pods.every((workloads) => getCommonPorts(workloads).includes(port))
            ? [describe(`no port ${port}`)]
            : [],
        ),
      ]),
    ]
  })
}

/** Whether a pod of this workload matches the selector; an empty selector matches all. */
function matchesSelector({ matchLabels = {}, matchExpressions = [] }: Selector, { template }: Workload): boolean {
  const { labels } = template.metadata
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
  )
}

function selectWorkloads({ workloads }: Cluster, selector: Selector): Workload[] {
  return workloads.filter((workload) => matchesSelector(selector, workload))
}

/** Ports that every one of these has. */
function getCommonPorts(workloads: readonly Workload[]): string[] {
  const [firstPorts = [], ...otherPorts] = workloads.map((workload) =>
    workload.template.spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name)),
  )
  return firstPorts.filter((name) => otherPorts.every((names) => names.includes(name)))
}

function getNames(objects: readonly { metadata: { name: string } }[]): string[] {
  return objects.map(({ metadata }) => metadata.name)
}

function findUnknown(names: readonly string[], knownNames: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => !knownNames.includes(name))
}
