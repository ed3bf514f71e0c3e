import { condition, mutant, type Mutant, remove, replace } from './mutant.ts'

/** Allows all staff an endpoint of admins, with any name of the property. */
const forStaff = (endpoint: string) =>
  `Object.fromEntries(Object.entries(${endpoint}).map(([key, value]) => [key, value === 'admin' ? 'staff' : value])) as typeof ${endpoint}`

/** Catalogue administration, imports and pictures (infra/decisions/0027-audit-log-and-edit-conflicts.md, 0028-picture-uploads.md). */
export const catalogueMutants: readonly Mutant[] = [
  mutant('catalogue-changes-serialised', 'catalogue changes overlap', remove()),
  mutant(
    'stock-day-passed',
    'a package stays out after its day',
    replace('$stored > ($today ?? $kyivDay($Date.$now()))', "($today ?? '') !== $stored"),
  ),
  mutant(
    'out-of-stock-last',
    'products out of stock are between the others',
    replace('$inStockFirst($matches, ', '((all: readonly number[], _: unknown) => all)($matches, '),
  ),
  mutant(
    'own-price-first',
    'a price that staff have typed in for a package is ignored',
    replace('$packagePrices?.[$size] ?? ', ''),
  ),
  mutant('packages-audited', 'a change of the package sizes is not audited', remove()),
  mutant('used-package-not-removed', 'a size of a product is removed', replace('$products === 0 &&', '')),
  mutant('product-package-known', 'a product is sold in a size that the shop does not have', condition(false)),
  mutant('packages-edit-conflict', 'package sizes overwrite a newer version', remove()),
  mutant(
    'sold-package-not-renamed',
    'a size that was ordered is renamed',
    replace("$isSold && $change === 'renamed'", 'false'),
  ),
  mutant(
    'packages-admin-only',
    'an editor changes the package sizes',
    replace('$serve($router, $changePackages, async', `$serve($router, ${forStaff('$changePackages')}, async`),
  ),
  mutant('stock-change-audited', 'a change of stock is not audited', remove()),
  mutant('stock-day-in-future', 'a package is set to be back on a day that has passed', condition(false)),
  mutant(
    'stock-follows-day',
    'a package stays out until the catalogue changes',
    replace('$current.$day !== $day || ', ''),
  ),
  mutant(
    'changed-products-read',
    'a changed product stays as it was',
    replace('$findKey?.($id) !== $key', '$findKey?.($id) !== $key && $findKey?.($id) === undefined'),
  ),
  mutant(
    'dropped-deletion-raises-floor',
    'a phone keeps a product whose deletion the server does not know any more',
    replace('Math.max($floor, $deletedAt)', '$floor'),
  ),
  mutant('delta-verified', 'a phone stores the result of a damaged delta', condition(false)),
  mutant('bulk-price-edit-conflict', 'prices overwrite newer ones', condition(false)),
  mutant('bulk-price-audited', 'a bulk change of prices is not audited', remove()),
  mutant('product-edit-conflict', 'an older product form overwrites a newer version', remove()),
  mutant(
    'product-delete-admin-only',
    'an editor deletes products',
    replace('$serve($router, $deleteProduct, async', `$serve($router, ${forStaff('$deleteProduct')}, async`),
  ),
  mutant(
    'category-delete-admin-only',
    'an editor deletes categories',
    replace('$serve($router, $deleteCategory, async', `$serve($router, ${forStaff('$deleteCategory')}, async`),
  ),
  mutant(
    'missing-delta-not-mapped',
    'the URL of a delta that did not exist yet returns the whole snapshot for ever',
    replace('isMapped: $since === undefined', 'isMapped: true'),
  ),
  mutant('sweep-completes-pictures', 'a picture of a former release lacks renditions for ever', remove()),
  mutant('card-only-of-present-content', 'any address of a card makes the server draw one', condition(false)),
  mutant('card-rate-limit', 'an address has any number of cards drawn', condition(false)),
  mutant('card-queue-bounded', 'any number of cards wait to be drawn', condition(false)),
  mutant('synonym-group-limit', 'staff add any number of groups of synonyms', condition(false)),
  mutant(
    'search-count-calendar-days',
    'days of the search counts are periods of 24 hours',
    replace('$shiftDay($kyivDay(Date.now()), 1 - $days)', '$kyivDay(Date.now() + (1 - $days) * 86_400_000)'),
  ),
  mutant(
    'shop-settings-admin-only',
    'an editor changes the settings of the shop',
    replace('$serve($router, $changeShopSettings, async', `$serve($router, ${forStaff('$changeShopSettings')}, async`),
  ),
  mutant(
    'info-page-admin-only',
    'an editor changes an info page',
    replace('$serve($router, $changeInfoPage, async', `$serve($router, ${forStaff('$changeInfoPage')}, async`),
  ),
  mutant('info-page-edit-conflict', 'an older text of an info page overwrites a newer one', remove()),
  mutant(
    'markdown-links-safe',
    'a link in the text of an info page runs a script',
    replace('$pattern.test($href)', 'true'),
  ),
  mutant('shop-settings-edit-conflict', 'older settings of the shop overwrite newer ones', remove()),
  mutant('category-not-empty', 'a category with products is deleted', condition(false)),
  mutant(
    'search-wildcards-escaped',
    'wildcards in a product search are a pattern',
    replace(".replace(/[\\\\%_]/g, '\\\\$&')", ''),
  ),
  mutant(
    'large-body-staff-only',
    'anybody may send a body of 4 MiB',
    replace(
      "($user && $user.role !== 'user' ? $large : $small)",
      '($isLong ? $large : $small)',
      '$isLong ? await $req.$signedIn() : undefined',
    ),
  ),
  mutant(
    'csv-product-formula-escaped',
    'a spreadsheet runs a product name as a formula',
    replace('$formula.test($value) && !$number.test($value)', 'false'),
  ),
  mutant('import-plan-unchanged', 'an import runs although its plan has changed', condition(false)),
  mutant('import-picture-stored', 'an import accepts pictures of other hosts', condition(false)),
  mutant('upload-type-by-content', 'an upload is accepted by its declared type', condition(false)),
  mutant(
    'picture-pixel-limit',
    'a small file is decoded into gigabytes',
    replace('failOn:', 'limitInputPixels: false, failOn:'),
  ),
  mutant(
    'avif-pixel-limit',
    'an AVIF is decoded up to the limit of other formats',
    replace("=== 'avif' ? $small : $large", "=== 'avif' ? $large : $large"),
  ),
  mutant('truncated-picture-refused', 'a truncated picture is published', replace("'error'", "'none'")),
  mutant('upload-published-once', 'the same upload is published twice', remove()),
  mutant(
    'picture-host-allowed',
    'pictures of any host are accepted',
    replace("$url.protocol === 'https:' && $imageHosts.includes($url.$host)", "$url.protocol === 'https:'"),
  ),
  mutant(
    'picture-exists',
    'a picture that does not exist is accepted',
    replace("($state === '$unused' && $store.$has($address.slice('/media/'.length)))", "$state === '$unused'"),
  ),
  mutant('upload-url-limit', 'upload URLs are issued without a limit', remove()),
  mutant(
    'sweep-keeps-shown',
    'the sweep deletes pictures in use',
    replace('AND since < now() - make_interval(days => ?) AND image_url NOT IN (${$shown})', 'AND ? > 0'),
  ),
  mutant(
    'sweep-renewed-on-use',
    'the sweep deletes a picture that is about to be used',
    replace("CASE WHEN since > '-infinity' THEN now() END", 'NULL'),
  ),
  mutant(
    'store-timeout',
    'a request waits for an object store that does not answer',
    replace('$call.destroy(new $StoreAway(', 'void (new $StoreAway('),
  ),
  mutant(
    'disk-url-expires',
    'an upload URL of the disk store never expires',
    replace('&& $until * 1_000 > Date.now()', ''),
  ),
  mutant(
    'disk-url-signed',
    'the disk store accepts unsigned uploads',
    replace('timingSafeEqual($given, $right)', '$right.length > 0'),
  ),
  mutant(
    's3-url-short-lived',
    'an upload URL of the object store is valid for a day',
    replace('`incoming/${$id}`, $UPLOAD_S)', '`incoming/${$id}`, 86_400)'),
  ),
  mutant(
    's3-incoming-private',
    'uploads are publicly readable before they are published',
    replace('${$bucket}/media/*', '${$bucket}/*'),
  ),
  mutant(
    's3-bytes-counted',
    'an object larger than the limit is read',
    replace('$length > $MAX_PICTURE_BYTES', '$length < 0'),
  ),
  mutant(
    'store-account-two-folders',
    'the shop’s store account reads the whole bucket',
    replace(
      'Resource: [`arn:aws:s3:::${$bucket}/incoming/*`, `arn:aws:s3:::${$bucket}/media/*`],',
      'Resource: [`arn:aws:s3:::${$bucket}/*`],',
    ),
  ),
  mutant('store-account-list-limited', 'the shop’s store account lists the whole bucket', remove()),
  mutant('edge-upload-size', 'the edge accepts uploads of any size', condition(false)),
  mutant(
    'expired-upload-url-renewed',
    'the page retries an expired upload URL',
    replace('$open = undefined', 'continue'),
  ),
  mutant(
    'shrunk-picture-fits',
    'a picture is sent that is still above the limit',
    replace('$smaller.size <= $MAX_PICTURE_BYTES', 'true'),
  ),
  mutant('refused-upload-final', 'the page retries a refused picture', remove()),
  mutant(
    'edit-conflict-shown',
    'an edit conflict is not shown',
    replace('$other !== JSON.stringify($value) ?', '$other === JSON.stringify($value) ?'),
  ),
  mutant(
    'draft-conflict-shown',
    'a restored draft hides an edit conflict',
    replace('$latest !== JSON.stringify($before) &&', 'false &&'),
  ),
  mutant(
    'sort-order-validated',
    'the form sends an invalid sort order',
    replace('Number($text)', 'Number.parseInt($text, 10) || 0'),
  ),
]
