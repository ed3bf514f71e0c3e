import { readdirSync, readFileSync } from 'node:fs'
import { parse, parseAllDocuments } from 'yaml'
import type { KubernetesObject } from './validate-schema.ts'

/** The files of this directory by their names. */
export type ManifestFiles = Readonly<Record<string, string>>

type Labels = Record<string, string>

/** Whom a selector means: by labels, and by one label that is one of several. */
export interface Selector {
  matchLabels?: Labels
  matchExpressions?: { key: string; operator: string; values: string[] }[]
}

interface Probe {
  httpGet: { path: string; port: string }
}

export interface Container {
  name: string
  image: string
  command?: string[]
  env?: { name: string; value: string }[]
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
  lifecycle?: { preStop: { sleep: { seconds: number } } }
  resources?: { requests: Labels; limits: Labels }
  securityContext?: object
  volumeMounts?: { name: string; mountPath: string }[]
}

interface Template {
  metadata: { labels: Labels }
  spec: {
    serviceAccountName: string
    automountServiceAccountToken?: boolean
    terminationGracePeriodSeconds?: number
    securityContext?: object
    topologySpreadConstraints?: { labelSelector: Selector }[]
    initContainers?: Container[]
    containers: Container[]
    volumes?: { name: string; emptyDir?: object; persistentVolumeClaim?: { claimName: string } }[]
  }
}

interface PolicyRule {
  from?: { podSelector?: Selector }[]
  to?: { podSelector?: Selector }[]
  ports?: { port: string | number }[]
}

/** The fields of each kind that are checked here; the schemas were checked before. */
interface Kinds {
  ConfigMap: object
  CronJob: { spec: { jobTemplate: { spec: { template: Template } } } }
  Deployment: {
    spec: {
      replicas?: number
      selector: Selector
      strategy: { rollingUpdate: { maxUnavailable: number; maxSurge: number } }
      template: Template
    }
  }
  HorizontalPodAutoscaler: { spec: { scaleTargetRef: { name: string }; minReplicas: number; maxReplicas: number } }
  Ingress: {
    spec: { rules: { http: { paths: { backend: { service: { name: string; port: { name: string } } } }[] } }[] }
  }
  Job: { spec: { template: Template } }
  NetworkPolicy: { spec: { podSelector: Selector; ingress?: PolicyRule[]; egress?: PolicyRule[] } }
  PersistentVolumeClaim: object
  PodDisruptionBudget: { spec: { selector: Selector } }
  Secret: { stringData: Record<string, string> }
  Service: { spec: { selector: Labels; ports: { name: string; targetPort: string }[] } }
  ServiceAccount: object
}

/** Keys that are there with their values, and those that are offered in a comment. */
export interface EnvironmentKeys {
  values: Readonly<Record<string, string>>
  optional: readonly string[]
}

/** What makes pods: a Deployment, a Job or a CronJob. */
export type Workload = KubernetesObject & { template: Template }

/** What the Kustomization brings together, and the Secrets that it leaves to the owner. */
export interface Cluster {
  kustomization: Record<string, unknown> & { resources: string[] }
  /** Files that hold objects. */
  files: readonly string[]
  objects: readonly KubernetesObject[]
  workloads: readonly Workload[]
  objectsOfKind: <Kind extends keyof Kinds>(kind: Kind) => (KubernetesObject & Kinds[Kind])[]
  settings: EnvironmentKeys
  /** By the name of the Secret. */
  secrets: Readonly<Record<string, EnvironmentKeys>>
}

const SECRETS = 'secrets.example.yaml'
const KUSTOMIZATION = 'kustomization.yaml'

export function readManifests(): ManifestFiles {
  const names = readdirSync(import.meta.dirname).filter((name) => /\.(yaml|env)$/.test(name))
  return Object.fromEntries(names.map((name) => [name, readFileSync(`${import.meta.dirname}/${name}`, 'utf8')]))
}

/** Reads the result of `kubectl kustomize`, as far as this directory uses it. */
export function readCluster(files: ManifestFiles): Cluster {
  const kustomization = parse(files[KUSTOMIZATION] ?? '') as Cluster['kustomization']
  const secretTexts = (files[SECRETS] ?? '').split(/^---$/m)
  const objects = [...kustomization.resources.map((name) => files[name] ?? ''), ...secretTexts].flatMap(parseObjects)
  const objectsOfKind: Cluster['objectsOfKind'] = (kind) =>
    objects.filter((object): object is KubernetesObject & Kinds[typeof kind] => object.kind === kind)
  return {
    kustomization,
    files: Object.keys(files).filter((name) => name.endsWith('.yaml') && name !== KUSTOMIZATION && name !== SECRETS),
    objects,
    workloads: [
      ...[...objectsOfKind('Deployment'), ...objectsOfKind('Job')].map((object) => ({
        ...object,
        template: object.spec.template,
      })),
      ...objectsOfKind('CronJob').map((object) => ({ ...object, template: object.spec.jobTemplate.spec.template })),
    ],
    objectsOfKind,
    settings: parseKeys(files['settings.env'] ?? '', /^([A-Z0-9_]+)=(.*)$/gm, /^#([A-Z0-9_]+)=/gm),
    secrets: Object.fromEntries(
      secretTexts.map((text) => [
        parseObjects(text)[0]?.metadata.name,
        parseKeys(text, /^ {2}([A-Z0-9_]+): (.*)$/gm, /^ {2}# ([A-Z0-9_]+): /gm),
      ]),
    ),
  }
}

export function listContainers({ template }: Workload): Container[] {
  return [...(template.spec.initContainers ?? []), ...template.spec.containers]
}

/** By their text: files are read again and again with a mistake in one of them. */
const parsedByText = new Map<string, KubernetesObject[]>()

function parseObjects(text: string): KubernetesObject[] {
  const objects =
    parsedByText.get(text) ??
    parseAllDocuments(text, { merge: true }).map((document) => document.toJS() as KubernetesObject)
  parsedByText.set(text, objects)
  return objects
}

function parseKeys(text: string, valuePattern: RegExp, optionalPattern: RegExp): EnvironmentKeys {
  return {
    values: Object.fromEntries([...text.matchAll(valuePattern)].map(([, name, value]) => [name, value])),
    optional: [...text.matchAll(optionalPattern)].map(([, name = '']) => name),
  }
}
