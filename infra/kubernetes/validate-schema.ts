/** A Kubernetes object as YAML has it. */
export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Readonly<Record<string, string>> }
}

interface SchemaError {
  instancePath: string
  keyword: string
  params: unknown
}

type Validate = ((data: unknown) => boolean) & { errors?: SchemaError[] | null }

/**
 * Returns violations of the published schema of this kind: wrong types, missing fields, unknown fields.
 * The validators of `kubernetes-models` are made from Kubernetes's OpenAPI; they let unknown fields pass, but they never
 * look at them, and that can be seen.
 *
 * @returns `path: what is wrong` of each
 */
export async function validateSchema(object: KubernetesObject): Promise<string[]> {
  const validate = await loadValidator(object)
  if (!validate) return [`${object.apiVersion} ${object.kind} is no published kind`]
  const { watched, listUnread } = trackReads(object)
  if (!validate(watched))
    return (validate.errors ?? []).map(
      ({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${JSON.stringify(params)}`,
    )
  return listUnread().map((path) => `${path}: there is no such field`)
}

/** Their modules are named as the definitions are in the OpenAPI: io.k8s.api.apps.v1.Deployment. */
async function loadValidator({ apiVersion, kind }: KubernetesObject): Promise<Validate | undefined> {
  const [version = '', group = 'core'] = apiVersion.split('/').toReversed()
  const parts = [group.split('.')[0] ?? '', version, kind].map((part) => part.charAt(0).toUpperCase() + part.slice(1))
  try {
    const module = (await import(`kubernetes-models/_schemas/IoK8sApi${parts.join('')}`)) as { validate: Validate }
    return module.validate
  } catch {
    return undefined
  }
}

/** The same object, of which each field that is read is remembered. */
function trackReads(object: object): { watched: object; listUnread: () => string[] } {
  const readFields = new Map<object, Set<PropertyKey>>()
  const track = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const names = readFields.get(value) ?? new Set()
    readFields.set(value, names)
    return new Proxy(value, {
      get(target, name) {
        names.add(name)
        return track(Reflect.get(target, name))
      },
    })
  }
  const findUnread = (value: unknown, path: string): string[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, fieldValue]) => {
      const fieldPath = `${path}/${name}`
      return readFields.get(value)?.has(name) ? findUnread(fieldValue, fieldPath) : [fieldPath]
    })
  }
  return { watched: track(object) as object, listUnread: () => findUnread(object, '') }
}
