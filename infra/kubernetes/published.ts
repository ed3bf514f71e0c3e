/** A Kubernetes object as YAML has it. */
export interface KubernetesObject {
  apiVersion: string
  kind: string
  metadata: { name: string }
}

interface SchemaError {
  instancePath: string
  keyword: string
  params: unknown
}

type Validate = ((data: unknown) => boolean) & { errors?: SchemaError[] | null }

/**
 * What the published schema of this kind does not know: wrong types, missing fields, and fields that there are none of.
 * The validators of `kubernetes-models` are made from Kubernetes's OpenAPI; they let unknown fields pass, but they never
 * look at them, and that can be seen.
 *
 * @returns `path: what is wrong` of each
 */
export async function unlikePublished(object: KubernetesObject): Promise<string[]> {
  const validate = await validatorOf(object)
  if (!validate) return [`${object.apiVersion} ${object.kind} is no published kind`]
  const { watched, unseen } = watch(object)
  if (!validate(watched))
    return (validate.errors ?? []).map(
      ({ instancePath, keyword, params }) => `${instancePath}: ${keyword} ${JSON.stringify(params)}`,
    )
  return unseen().map((path) => `${path}: there is no such field`)
}

/** Their modules are named as the definitions are in the OpenAPI: io.k8s.api.apps.v1.Deployment. */
async function validatorOf({ apiVersion, kind }: KubernetesObject): Promise<Validate | undefined> {
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
function watch(object: object): { watched: object; unseen: () => string[] } {
  const seen = new Map<object, Set<PropertyKey>>()
  const watched = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const names = seen.get(value) ?? new Set()
    seen.set(value, names)
    return new Proxy(value, {
      get(target, name) {
        names.add(name)
        return watched(Reflect.get(target, name))
      },
    })
  }
  const unseenIn = (value: unknown, path: string): string[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, inside]) => {
      const place = `${path}/${name}`
      return seen.get(value)?.has(name) ? unseenIn(inside, place) : [place]
    })
  }
  return { watched: watched(object) as object, unseen: () => unseenIn(object, '') }
}
