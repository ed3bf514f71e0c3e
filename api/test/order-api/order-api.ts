import { orderCancelled, orderPlaced } from '@tsedra/contract/jobs'
import type { OrderVersions } from '@tsedra/contract/orders'
import { connect, type Db } from '@tsedra/database/connection'
import { changeStatus } from '@tsedra/database/order-status'
import { createLog } from '@tsedra/service/log'
import { createMetrics } from '@tsedra/service/metrics'
import express, { type Express } from 'express'
import { createErrorHandler } from '../../src/http/error-handler.ts'
import { addResponseHeaders, jsonBody, openRequest } from '../../src/http/request-guards.ts'
import { orderRoutes } from '../../src/orders/order-routes.ts'
import { createTestProduct } from '../fixtures.ts'
import { callInProcess, type PhoneRequest, type PhoneResponse } from './in-process-request.ts'
import { type Crash, installGates, runInterleaved, runUntilCrash } from './query-gate.ts'

export type { Crash, OrderVersions, PhoneRequest, PhoneResponse }

/** An order as the database has it. */
export interface StoredOrder {
  id: string
  status: string
  userId: string | null
  name: string
  phone: string
  comment: string | null
  lines: { productId: string; quantity: number }[]
  /** Status after each event, oldest first. */
  history: string[]
}

export interface StoredOrders {
  orders: StoredOrder[]
  /** Outcome of each id that is used up. */
  outcomes: { id: string; outcome: string }[]
  /** Ids of the orders about which a job notifies staff: one for each job. */
  placedJobs: string[]
  cancelledJobs: string[]
}

/** The order routes of the API over a real Postgres, called without sockets: processes that can be killed at a statement. */
export interface OrderApi extends AsyncDisposable {
  /** Starts a process, or replaces one, with the versions of the body that its release accepts. */
  start(process: number, versions: OrderVersions): void
  /** Returns undefined when the process was killed before it could respond. */
  handle(process: number, request: PhoneRequest, crash?: Crash): Promise<PhoneResponse | undefined>
  /**
   * Handles requests concurrently; `pick` chooses before each statement which of them continues.
   *
   * @param confirmedId an order that staff confirm at the same time
   */
  race(
    process: number,
    requests: readonly PhoneRequest[],
    pick: (count: number) => number,
    confirmedId?: string,
  ): Promise<(PhoneResponse | undefined)[]>
  /** Staff confirm a pending order. */
  confirm(id: string): Promise<void>
  read(): Promise<StoredOrders>
  /** Deletes all orders. */
  clear(): Promise<void>
}

interface Options {
  url: string
  users: readonly string[]
  product: string
  discontinuedProduct: string
}

/** Concurrent requests of a race, with staff who confirm. Each has a connection, or those without one would wait for the others. */
export const MAX_RACERS = 12

/** The simulated time differs from that of Postgres, so the limits per hour and day are out of reach. */
const noLimits = {
  perAddress10Min: 1e6,
  perAddressDay: 1e6,
  perPhoneHour: 1e6,
  perCustomerPhoneHour: 1e6,
  shopHour: 1e6,
}

const addressSecret = 'a secret of the simulation, long enough to be one'

export async function openOrderApi({ url, users, product, discontinuedProduct }: Options): Promise<OrderApi> {
  const db = connect({ url, max: MAX_RACERS })
  installGates(db)
  /** Without gates. */
  const observer = connect({ url, max: 1 })
  const staff = await createRows(observer, { users, product, discontinuedProduct })
  const processes: Express[] = []
  return {
    start(process, versions) {
      processes[process] = createOrderApp(db, versions)
    },
    handle: (process, request, crash) => runUntilCrash(() => callInProcess(appOf(process), request), crash),
    async race(process, requests, pick, confirmedId) {
      const works = requests.map((request) => () => callInProcess(appOf(process), request))
      const confirming = confirmedId === undefined ? [] : [() => confirm(confirmedId)]
      const racers = [...works, ...confirming]
      if (racers.length > MAX_RACERS) throw new Error(`a race of ${racers.length} has only ${MAX_RACERS} connections`)
      const answers = await runInterleaved<PhoneResponse | undefined>(racers, pick, observer)
      return answers.slice(0, requests.length)
    },
    confirm,
    read: () => readOrders(observer),
    async clear() {
      await observer.raw('TRUNCATE order_ids, orders, order_items, order_events, job_outbox, throttles CASCADE')
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([db.destroy(), observer.destroy()])
    },
  }

  async function confirm(id: string): Promise<undefined> {
    await db.transaction((trx) => changeStatus(trx, { orderId: id, from: 'pending', to: 'confirmed', by: staff }))
  }

  function appOf(process: number): Express {
    const app = processes[process]
    if (!app) throw new Error(`process ${process} was not started`)
    return app
  }
}

/** The routes between the guards of app.ts; the caller sets `signedIn`. */
function createOrderApp(db: Db, versions: OrderVersions): Express {
  const log = createLog('simulation', 'silent')
  const app = express()
  app.disable('etag')
  app.use(openRequest, addResponseHeaders, jsonBody)
  app.use(orderRoutes({ db, log, addressSecret, limits: noLimits, versions }))
  app.use(createErrorHandler(log, createMetrics()))
  return app
}

async function createRows(db: Db, { users, product, discontinuedProduct }: Omit<Options, 'url'>) {
  await createTestProduct(db, { id: product, slug: 'lemon' })
  await createTestProduct(db, { id: discontinuedProduct, slug: 'discontinued', is_active: false })
  await db('users').insert(
    users.map((id, index) => ({ id, email: `customer-${index}@bar.example`, first_name: 'Олена', is_verified: true })),
  )
  const [added] = await db('users').insert({ email: 'staff@shop.example', role: 'admin', is_verified: true }, ['id'])
  return { id: (added as { id: string }).id, role: 'admin' }
}

async function readOrders(db: Db): Promise<StoredOrders> {
  const orders = db.raw<{ rows: StoredOrder[] }>(
    `SELECT id, status, user_id AS "userId", customer_name AS name, customer_phone_typed AS phone, customer_comment AS comment,
       (SELECT coalesce(json_agg(json_build_object('productId', product_id, 'quantity', quantity) ORDER BY line), '[]')
        FROM order_items WHERE order_id = o.id) AS lines,
       (SELECT coalesce(json_agg(new_status ORDER BY e.id), '[]') FROM order_events e WHERE order_id = o.id) AS history
     FROM orders o ORDER BY id`,
  )
  const outcomes = await db('order_ids').orderBy('id').select<StoredOrders['outcomes']>('id', 'outcome')
  const jobs = await db('job_outbox')
    .whereIn('name', [orderPlaced.name, orderCancelled.name])
    .orderBy('id')
    .select<{ name: string; payload: { orderId: string } }[]>('name', 'payload')
  const idsOf = (job: string) => jobs.filter(({ name }) => name === job).map(({ payload }) => payload.orderId)
  return {
    orders: (await orders).rows,
    outcomes,
    placedJobs: idsOf(orderPlaced.name),
    cancelledJobs: idsOf(orderCancelled.name),
  }
}
