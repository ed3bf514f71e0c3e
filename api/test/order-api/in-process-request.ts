import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Express, Request } from 'express'

/** A POST of a phone. */
export interface PhoneRequest {
  path: string
  headers: Record<string, string>
  body: string
  /** The account of the session; null without one. */
  account: string | null
  /** The client address that the edge reports. */
  address: string
}

export interface PhoneResponse {
  status: number
  headers: Record<string, string>
  text: string
}

/** Calls an Express application without a socket, and returns the response once it has ended. */
export function callInProcess(
  app: Express,
  { path, headers, body, account, address }: PhoneRequest,
): Promise<PhoneResponse> {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  const request = new IncomingMessage(socket)
  const bytes = Buffer.from(body)
  Object.assign(request, {
    method: 'POST',
    url: path,
    headers: { ...headers, 'content-length': String(bytes.length) },
    // The body is there already: nothing is read from the socket.
    _read: () => {},
    signedIn: async () => (account === null ? undefined : { id: account, role: 'user', hasSecondFactor: false }),
  })
  request.push(bytes)
  request.push(null)
  const response = new ServerResponse(request)
  return new Promise((resolve) => {
    response.end = ((chunk?: string | Buffer) => {
      const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)] as const)
      resolve({ status: response.statusCode, headers: Object.fromEntries(headers), text: chunk?.toString() ?? '' })
      return response
    }) as typeof response.end
    app(request as Request, response as Parameters<Express>[1])
  })
}
