import express from 'express'
import pg from 'pg'
import { listSql, buildOrderSql, priceSql, productSql, searchSql } from './baseline-sql.ts'

/**
 * Serves the baseline of the benchmark with bare Express and pg: constant buffers of the requested sizes, and the
 * same queries sent straight to Postgres.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
const app = express()
app.disable('etag')
app.disable('x-powered-by')

const buffers = new Map<string, Buffer>()
app.get('/constant/:bytes', (req, res) => {
  const { bytes } = req.params
  const buffer = buffers.get(bytes) ?? Buffer.alloc(Number(bytes), 'x')
  buffers.set(bytes, buffer)
  if (buffer.length === 0) return void res.writeHead(304).end()
  res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': buffer.length })
  res.end(buffer)
})

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
