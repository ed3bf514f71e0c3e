import { endpoint } from '@tsedra/contract/endpoint'
import express, { Router } from 'express'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createLog } from '@tsedra/service/log'
import { createMetrics } from '@tsedra/service/metrics'
import { createErrorHandler } from './error-handler.ts'
import { openRequest } from './request-guards.ts'
import { listen } from './listen.ts'
import { serve } from './serve.ts'

const readSecret = endpoint({
  route: 'GET /api/secret',
  summary: 'Returns a row with an extra column.',
  response: z.object({ shown: z.string() }),
})

async function readResponse(reply: unknown): Promise<{ status: number; body: unknown }> {
  const app = express()
  const router = Router()
  serve(router, readSecret, async () => reply as { shown: string })
  app.use(openRequest, router, createErrorHandler(createLog('test', 'silent'), createMetrics()))
  const server = await listen(app, 0)
  const response = await fetch(`http://127.0.0.1:${server.port}/api/secret`)
  const body: unknown = await response.json()
  await server.close(0)
  return { status: response.status, body }
}

test('a column that the contract lacks never leaves the server', async () => {
  expect(await readResponse({ shown: 'yes', password: 'hash' })).toEqual({ status: 200, body: { shown: 'yes' } })
})

test('a response that violates the contract becomes `internal` without details', async () => {
  const { status, body } = await readResponse({ shown: 42 })

  expect(status).toBe(500)
  expect(body).toMatchObject({ code: 'internal', message: 'Something went wrong on our side.' })
})
