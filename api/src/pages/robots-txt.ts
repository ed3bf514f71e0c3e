/** What pages request of the API, which search engines that run scripts read too, and the previews for chats. */
const publicApiPaths = ['/api/cards', '/api/catalogue', '/api/categories', '/api/drinks', '/api/pages', '/api/products']
const privatePaths = ['/api/', '/admin', '/profile', '/pending', '/order/']

/** Returns robots.txt (RFC 9309): crawlers must not fetch private paths; of two rules the longer path decides. */
export const buildRobotsTxt = (origin: string): string =>
  [
    'User-agent: *',
    ...publicApiPaths.map((path) => `Allow: ${path}`),
    ...privatePaths.map((path) => `Disallow: ${path}`),
    `Sitemap: ${origin}/sitemap.xml\n`,
  ].join('\n')
