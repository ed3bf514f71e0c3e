/** Returns method and URL of a call to an endpoint of the contract. */
export function buildRequest(
  route: string,
  input: { params?: unknown; query?: unknown },
): { method: string; url: string } {
  const [method = 'GET', template = ''] = route.split(' ')
  const params = (input.params ?? {}) as Record<string, string>
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = Object.entries((input.query ?? {}) as Record<string, string | undefined>).filter(([, value]) => value)
  const queryString = query.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')
  return { method, url: queryString ? `${path}?${queryString}` : path }
}
