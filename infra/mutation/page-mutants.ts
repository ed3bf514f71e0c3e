import { condition, mutant, type Mutant, remove, replace } from './mutant.ts'

/** The page: accounts, service worker, cart and favourites. */
export const pageMutants: readonly Mutant[] = [
  mutant(
    'only-received-order-removed',
    'removing an order from the list deletes one that is still to be sent',
    replace("$state === 'sent'", 'true'),
  ),
  mutant(
    'return-path-not-api',
    'the page follows a return path into the API',
    replace('|| /^\\/api(\\/|$)/i.test($url.pathname)', ''),
  ),
  mutant(
    'stolen-lock-keeps-leases',
    'a stolen lock makes running leases claimable',
    replace('$alone: !$options.$steal', '$alone: true'),
  ),
  mutant(
    'progress-keeps-lock',
    'a tab that makes progress loses the lock between two requests',
    replace('(await $pendingCount($parts)) < $before', '$before < 0'),
  ),
  mutant('sign-out-erases-device', 'drafts and the remembered name survive a sign-out', remove()),
  mutant('sign-in-waits-for-sign-out', 'a sign-in does not wait for the pending sign-out', remove()),
  mutant(
    'signed-out-sends-no-cookie',
    'reads carry the cookie of a session that was signed out offline',
    replace("$isLeaving && $method === 'GET' ? 'omit' : 'same-origin'", "'same-origin'"),
  ),
  mutant('intent-runs-once', 'an intent runs twice', remove()),
  mutant(
    'verification-address-masked',
    'a pending verification is stored with the full address',
    replace('$mask($address)', '$address'),
  ),
  mutant(
    'shell-one-revision',
    'a repaired shell stores the page of another build',
    replace('if (!$revision ||', 'if (true ||'),
  ),
  mutant('polling-stops-when-hidden', 'a hidden page polls the bot', condition(false)),
  mutant(
    'order-empties-cart',
    'an order leaves its lines in the cart',
    replace('if ($taken && $fromCart && $order.$userId)', 'if ($taken && $fromCart && !$order.$userId)'),
  ),
  mutant(
    'cart-emptied-once',
    'a repeated order removes more from the cart',
    replace('if ($taken && $fromCart && $order.$userId)', 'if ($fromCart && $order.$userId)'),
  ),
  mutant(
    'cart-keeps-extra-quantity',
    'an order does not reduce the quantity of a cart line',
    replace('SET quantity = line.quantity - ordered.quantity', 'SET quantity = line.quantity'),
  ),
  mutant('cart-one-request-at-a-time', 'every tap sends a cart request at once', condition(true)),
  mutant(
    'cart-drops-overtaken',
    'overtaken cart quantities are sent as well',
    replace('$next.filter(($each) => $isOvertaken($each.$queued, $change))', '$next.filter(() => false)'),
  ),
  mutant('cart-ignores-older-response', 'an older response undoes a cart change', condition(true)),
  mutant('like-one-request-at-a-time', 'two like requests for one product run at once', remove()),
  mutant('like-last-wins', 'the first of two likes wins', condition(true)),
  mutant('like-rolled-back', 'a like that the server refused is not rolled back', remove()),
]
