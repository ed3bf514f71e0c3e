import { request } from 'node:http'

export interface NavigationResponse {
  status: number
  /** Target of a redirect; empty without one. */
  location: string
  setCookie: string[]
  text: string
}

/** Sends a request with exactly these headers and follows no redirect; fetch would add headers and follow. */
export function navigate(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<NavigationResponse> {
  return new Promise((resolve, fail) => {
    const outgoing = request(url, { method, headers }, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => (text += chunk))
      res.on('end', () =>
        resolve({
          status: res.statusCode ?? 0,
          location: res.headers.location ?? '',
          setCookie: res.headers['set-cookie'] ?? [],
          text,
        }),
      )
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}
