import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import express from 'express'
import pg from 'pg'
import { listSql, buildOrderSql, priceSql, productSql, searchSql } from './baseline-sql.ts'

/**
 * Serves the baseline of the benchmark with bare Express and pg: constant copies of the shop's bodies, and the
 * same queries sent straight to Postgres.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = express()
app.disable('etag')
app.disable('x-powered-by')

/** Bodies by URL: the load generator decodes what it receives, so a body of other bytes would cost it another time. */
const bodies = new Map<string, Buffer>()
app.get('/copy/:url', async (req, res) => {
  const { url } = req.params
  let body = bodies.get(url)
  if (!body) {
    body = await fetchBody(url, req.headers['accept-encoding'])
    bodies.set(url, body)
  }
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
  res.end(body)
})
app.get('/not-modified', (_req, res) => void res.writeHead(304).end())

/** Returns a body as it was sent, compressed or not. */
async function fetchBody(url: string, encoding = 'identity'): Promise<Buffer> {
  const [response] = (await once(get(url, { headers: { 'accept-encoding': encoding } }), 'response')) as [
    IncomingMessage,
  ]
  return buffer(response)
}

app.get('/sql/list', async (_req, res) => {
  const { rows } = await pool.query(listSql)
  res.json({ products: rows })
})
app.get('/sql/product/:slug', async (req, res) => {
  const { rows } = await pool.query(productSql, [req.params.slug])
  res.json(rows[0])
})
app.get('/sql/search/:text', async (req, res) => {
  const { rows } = await pool.query(searchSql, [`%${req.params.text}%`])
  res.json({ products: rows })
})

app.post('/sql/orders', express.json(), async (req, res) => {
  const { id, customerName, customerPhone, productId } = req.body as Record<string, string>
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const { rows } = await client.query(priceSql, [productId])
    for (const [sql, values] of buildOrderSql({ id, customerName, customerPhone, productId, price: rows[0].price }))
      await client.query(sql, values)
    await client.query('COMMIT')
    res.status(201).json({ id, status: 'pending' })
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
})

app.listen(Number(process.env['PORT']))
process.once('SIGTERM', () => process.exit(0))
