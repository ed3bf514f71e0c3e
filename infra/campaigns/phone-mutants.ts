import { type Mutant, outboxMutants } from './outbox-mutants.ts'

/** A bug that phones under chaos must notice, by this count. Files are named from the root of the repository. */
export type PhoneMutant = Mutant & { noticedAs: 'doubled' | 'untrue' }

export const phoneMutants: Readonly<Record<string, PhoneMutant>> = {
  'server-key': {
    bug: 'the server takes every copy of a request as a new one',
    noticedAs: 'doubled',
    changes: [
      {
        file: 'api/src/orders/order-store.ts',
        find: 'FROM order_ids WHERE id = ?) AS known',
        put: 'FROM order_ids WHERE id = ? AND false) AS known',
      },
      {
        file: 'api/src/orders/order-store.ts',
        find: "VALUES (?, 'order', ?) ON CONFLICT",
        put: "VALUES (coalesce(gen_random_uuid(), ?), 'order', ?) ON CONFLICT",
      },
    ],
  },
  'any-200': {
    bug: 'any 200 is success',
    noticedAs: 'untrue',
    changes: outboxMutants
      .filter(({ bug }) => bug === 'any 200 is success')
      .flatMap(({ changes }) => changes)
      .map((change) => ({ ...change, file: `pwa/src/outbox/${change.file}` })),
  },
}
