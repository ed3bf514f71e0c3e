import { mutant, type Mutant, replace } from './mutant.ts'

/** The server side of the outbox, which phones under chaos test. */
export const serverMutants: readonly Mutant[] = [
  mutant(
    'order-id-known',
    'the server accepts every copy of an order as a new one',
    replace('FROM order_ids WHERE id = ?) AS known', 'FROM order_ids WHERE id = ? AND false) AS known'),
    replace("VALUES (?, 'order', ?) ON CONFLICT", "VALUES (coalesce(gen_random_uuid(), ?), 'order', ?) ON CONFLICT"),
  ),
]

/** The count by which phones under chaos must notice a mutant: `phones-under-chaos.ts --mutant <slug>`. */
export const detectedByPhones: Readonly<Record<string, 'duplicated' | 'falselySent'>> = {
  'order-id-known': 'duplicated',
  'only-our-200-counts': 'falselySent',
}
