import { type Mutant, outboxMutants } from './outbox-mutants.ts'

/** Bugs that phones under chaos must notice; files are named from the root of the repository. */
export const phoneMutants: Readonly<Record<string, Mutant>> = {
  'server-key': {
    bug: 'the server takes every copy of a request as a new one',
    changes: [
      {
        file: 'api/src/orders/order-store.ts',
        find: 'FROM order_ids WHERE id = ?) AS known',
        put: 'FROM order_ids WHERE id = ? AND false) AS known',
      },
      {
        file: 'api/src/orders/order-store.ts',
        find: 'ON CONFLICT (id) DO NOTHING RETURNING id\n  ), placed',
        put: 'ON CONFLICT (id) DO UPDATE SET outcome = excluded.outcome RETURNING gen_random_uuid() AS id\n  ), placed',
      },
    ],
  },
  'any-200': {
    bug: 'any 200 is success',
    changes: outboxMutants
      .filter(({ bug }) => bug === 'any 200 is success')
      .flatMap(({ changes }) => changes)
      .map((change) => ({ ...change, file: `pwa/src/outbox/${change.file}` })),
  },
}
