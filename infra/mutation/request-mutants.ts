import { mutant, type Mutant, remove, replace } from './mutant.ts'

/** Rate limits and the HTML pages of the API and the edge. */
export const requestMutants: readonly Mutant[] = [
  mutant('request-rate-limit', 'requests are not rate limited by address', remove()),
  mutant(
    'order-rate-limit-separate',
    'orders share the rate limit of other requests',
    replace('($isOrder ? $orders : $all)($req)', '$all($req)'),
  ),
  mutant(
    'cancel-in-request-limit',
    'a cancel does not count against the request rate limit',
    replace("$req.path === '/api/orders'", "$req.path.startsWith('/api/orders')"),
  ),
  mutant('order-id-limit', 'an address uses up any number of order ids', remove()),
  mutant('crowded-sender-refused', 'a sender with too many concurrent orders still reaches the database', remove()),
  mutant(
    'order-rate-limit',
    'orders are not rate limited',
    replace('($isOrder ? $orders : $all)($req)', '$isOrder ? 0 : $all($req)'),
  ),
  mutant(
    'refusals-delayed-in-flood',
    'refusals are not delayed in a flood',
    replace('$quick <= $QUICK_PER_S ||', '$quick > 0 ||'),
  ),
  mutant(
    'order-limit-wide-networks',
    'orders of an IPv6 address do not count for its /48',
    replace('$asked.$networks[$width] ??', '$asked.$networks[$width > 0 ? 9 : 0] ??'),
  ),
  mutant(
    'handled-orders-not-counted',
    'orders that staff have handled count against the limit',
    replace("AND status IN ('pending', 'cancelled')", ''),
  ),
  mutant(
    'cancelled-orders-counted',
    'cancelled orders do not count against the limit',
    replace("AND status IN ('pending', 'cancelled')", "AND status = 'pending'"),
  ),
  mutant(
    'known-customers-pass-flood',
    'in a flood signed-in and known customers wait as well',
    replace(
      '($situation.$shopIsFlooded && $userId === null && !$situation.$phoneIsKnown)',
      '$situation.$shopIsFlooded',
    ),
  ),
  mutant(
    'rate-limit-wide-networks',
    'requests count for their /64 only',
    replace('return $networks($ip).map(', 'return $networks($ip).slice(0, 1).map('),
  ),
  mutant('search-rate-limit', 'searches are not rate limited', remove()),
  mutant(
    'forwarded-for-not-trusted',
    'the rate limiter trusts X-Forwarded-For of the client',
    replace("$req.$ip ?? ''", "String($req.get('x-forwarded-for')).split(',')[0] ?? ''"),
  ),
  mutant(
    'json-script-escaped',
    'a catalogue name ends a JSON script block',
    replace("$json.replaceAll('<', '\\\\u003c')", '$json'),
  ),
  mutant('html-escaped', 'a catalogue name ends an HTML tag', replace('/[&<>"\']/g', '/[&]/g')),
  mutant('missing-page-is-404', 'a missing page is answered with 200', replace('$status: 404,', '$status: 200,')),
  mutant(
    'one-spelling-per-page',
    'other spellings of an address show the page under that address',
    replace('$canonicalPath === $path', 'true'),
  ),
  mutant(
    'untranslated-page-not-canonical',
    'a page in a fallback language is indexed as a page of its own',
    replace('[$shown, ...$others].includes($lang) ? $lang : $shown', '$lang'),
  ),
  mutant(
    'edge-falls-back-when-busy',
    'the edge passes the error of a busy API on to the page',
    replace('$status === 429 || $status >= 500', '$status > 999'),
  ),
]
