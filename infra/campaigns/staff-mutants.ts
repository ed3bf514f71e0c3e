import { type ProtectionMutant, without } from './protection-mutant.ts'

const admin = 'api/src/admin'
const images = 'api/src/images'

const products = (titles: string) => [`${admin}/products.test.ts`, titles] as const
const categories = (titles: string) => [`${admin}/categories.test.ts`, titles] as const
const table = (titles: string) => [`${admin}/product-import.test.ts`, titles] as const
const uploads = (titles: string) => [`${images}/uploads.test.ts`, titles] as const
const silent = (titles: string) => [`${images}/silent-store.test.ts`, titles] as const
const store = (titles: string) => [`${images}/image-store.test.ts`, titles] as const

const page = (file: string, titles: string) => [`pwa/src/admin/${file}.test.ts`, titles] as const

/** What keeps staff from spoiling each other's work, and files from being more than pictures (0027, 0028). */
export const staffMutants: readonly ProtectionMutant[] = [
  without(
    'staff: changes of the catalogue overlap',
    ['api/src/catalogue/change-catalogue.test.ts', 'R-23'],
    'api/src/catalogue/change-catalogue.ts',
    "      await trx('catalogue_version').forUpdate().select('version')\n",
    '',
  ),
  without(
    'staff: an older form overwrites a newer one',
    products('who has read an older version'),
    `${admin}/products.ts`,
    '  refuseStale(input.product.version, before.version)\n',
    '',
  ),
  without(
    'staff: an editor deletes products',
    products('K6'),
    `${admin}/product-routes.ts`,
    'serve(router, deleteProduct,',
    "serve(router, { ...deleteProduct, who: 'staff' as 'admin' },",
  ),
  without(
    'staff: an editor deletes categories',
    categories('K6'),
    `${admin}/category-routes.ts`,
    'serve(router, deleteCategory,',
    "serve(router, { ...deleteCategory, who: 'staff' as 'admin' },",
  ),
  without(
    'staff: a category with products is deleted as far as it goes',
    categories('K6'),
    `${admin}/categories.ts`,
    'if (productsCount > 0)',
    'if (productsCount < 0)',
  ),
  without(
    'staff: what one looks for is a pattern',
    products('the list has'),
    `${admin}/shelf-lists.ts`,
    ".replace(/[\\\\%_]/g, '\\\\$&')",
    '',
  ),
  without(
    'staff: anybody sends bodies of 4 MiB',
    table('a table of 1,000'),
    'api/src/http/guard.ts',
    "(user && user.role !== 'user' ? largeJson : smallJson)",
    '(isLong ? largeJson : smallJson)',
  ),
  without(
    'table: a spreadsheet runs what a product is called',
    table('the table goes out'),
    `${admin}/csv.ts`,
    'formula.test(value) && !number.test(value)',
    'false',
  ),
  without(
    'table: a plan does something else by now',
    table('a plan that would'),
    `${admin}/product-import.ts`,
    'if (outcome.plan !== planned)',
    "if (planned === '')",
  ),
  without(
    'table: a picture of elsewhere comes in',
    table('what is wrong is told'),
    `${admin}/product-import.ts`,
    'if (!(await mayStore(address)))',
    "if (address === 'never')",
  ),
  without(
    'pictures: a file is what it calls itself',
    uploads('U-02'),
    `${images}/pictures.ts`,
    'if (!pictureTypeOf(file))',
    'if (file.length === 0)',
  ),
  without(
    'pictures: a small file unfolds into gigabytes',
    uploads('U-02'),
    `${images}/publish-picture.ts`,
    '{ limitInputPixels, ',
    '{ limitInputPixels: false, ',
  ),
  without(
    'pictures: an AVIF takes all memory there is',
    ['api/src/images/publish-picture.test.ts', 'an AVIF of more than'],
    `${images}/publish-picture.ts`,
    "=== 'avif' ? AVIF_PIXEL_LIMIT",
    "=== 'avif' ? PIXEL_LIMIT",
  ),
  without('pictures: half a picture will do', uploads('U-02'), `${images}/publish-picture.ts`, "'error'", "'none'"),
  without(
    'pictures: two of a kind are drawn anew',
    uploads('K5'),
    `${images}/pictures.ts`,
    '    if (ticket.image_url) return ticket.image_url\n',
    '',
  ),
  without(
    'pictures: any host will do',
    uploads('I-08'),
    `${images}/pictures.ts`,
    "url.protocol === 'https:' && imageHosts.includes(url.host)",
    "url.protocol === 'https:'",
  ),
  without(
    'pictures: one that is not there is shown',
    uploads('a picture may be one'),
    `${images}/pictures.ts`,
    "(state === 'not shown' && store.has(address.slice('/media/'.length)))",
    "state === 'not shown'",
  ),
  without(
    'pictures: addresses for sending are given without end',
    uploads('U-06'),
    `${images}/upload-routes.ts`,
    "    await throttles.takeOrRefuse('upload-user', user.id)\n",
    '',
  ),
  without(
    'pictures: what is shown is swept',
    uploads('U-05'),
    `${images}/picture-orphans.ts`,
    'AND since < now() - make_interval(days => ?) AND image_url NOT IN (${shown})',
    'AND ? > 0',
  ),
  without(
    'pictures: what is about to be shown is swept',
    silent('has them anew'),
    `${images}/picture-orphans.ts`,
    "CASE WHEN since > '-infinity' THEN now() END",
    'NULL',
  ),
  without(
    'pictures: a store that says nothing is waited for',
    silent('ends when its time is over'),
    `${images}/s3-store.ts`,
    'call.destroy(new StoreAway(',
    'void (new StoreAway(',
  ),
  without(
    'pictures: an address on disk never ends',
    store('U-01, U-04, disk'),
    `${images}/disk-store.ts`,
    ' && until * 1_000 > Date.now()',
    '',
  ),
  without(
    'pictures: anybody sends to the disk',
    store('U-01, U-04, disk'),
    `${images}/disk-store.ts`,
    'timingSafeEqual(given, right)',
    'right.length > 0',
  ),
  without(
    'pictures: an address in the store opens for a day',
    store('U-01, U-04, S3'),
    `${images}/s3-store.ts`,
    '`incoming/${id}`, UPLOAD_S)',
    '`incoming/${id}`, 86_400)',
  ),
  without(
    'pictures: what was sent can be read by anybody',
    store('U-01, U-04, S3'),
    `${images}/s3-store.ts`,
    '${bucket}/media/*',
    '${bucket}/*',
  ),
  without(
    'pictures: the store’s largest file is read',
    store('U-01, S3'),
    `${images}/s3-store.ts`,
    "if (size > MAX_PICTURE_BYTES) return 'too_large'",
    'if (size < 0) return "too_large"',
  ),
  without(
    'pictures: the account of the shop reads the whole bucket',
    [`${images}/store-account.test.ts`, 'U-04'],
    `${images}/store-account.ts`,
    'Resource: [`arn:aws:s3:::${bucket}/incoming/*`, `arn:aws:s3:::${bucket}/media/*`],',
    'Resource: [`arn:aws:s3:::${bucket}/*`],',
  ),
  without(
    'pictures: the account of the shop lists the whole bucket',
    [`${images}/store-account.test.ts`, 'U-04'],
    `${images}/store-account.ts`,
    "      Condition: { StringLike: { 's3:prefix': ['incoming/*', 'media/*'] } },\n",
    '',
  ),
  without(
    'pictures: the edge lets any size in',
    ['infra/edge/local-edge.test.ts', 'U-01'],
    'infra/edge/local-edge.ts',
    'if (!(Number(req.headers',
    'if (false && !(Number(req.headers',
  ),
  without(
    'staff: an address that is not open any more is sent to again',
    page('upload/send-file', 'an address that is not open'),
    'pwa/src/admin/upload/send-file.ts',
    'if (status === 403) open = undefined',
    'if (status === 403) continue',
  ),
  without(
    'staff: a picture that was refused is sent again',
    page('upload/send-file', 'is final'),
    'pwa/src/admin/upload/send-file.ts',
    "if (status === 413) throw new UploadError('tooLarge')",
    '',
  ),
  without(
    'staff: what both have changed goes unsaid',
    page('form/own-changes', 'two who changed'),
    'pwa/src/admin/form/own-changes.ts',
    'other !== JSON.stringify(value) ? [path]',
    'other === JSON.stringify(value) ? [path]',
  ),
  without(
    'staff: the form sends a place that is none',
    page('products/product-form', 'no place'),
    'pwa/src/admin/form/texts-form.ts',
    'sortOrder: Number(place)',
    'sortOrder: Number.parseInt(place, 10) || 0',
  ),
]
