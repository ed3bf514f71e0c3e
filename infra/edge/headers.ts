/** Headers of every page; infra/docker/Caddyfile sends the same, and a test compares them. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types sw',
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

/** What goes with a published picture: nothing in it may run, anybody may show it. */
export const pictureHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Disposition': 'inline; filename=picture.webp',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Milliseconds that the API may take to write a page's HTML, of which each edge has a plain copy (infra/decisions/0032-page-html.md). */
export const pageTimeoutMs = 1_000

/** What the API writes for crawlers, as patterns of the Caddyfile; no edge has a copy. */
export const generatedFiles: readonly string[] = [
  '/sitemap.xml',
  '/sitemap-*.xml',
  '/robots.txt',
  '/manifest.webmanifest',
]

export const immutableCacheControl = 'public, max-age=31536000, immutable'

/** The one public file without a hash in its name that browsers and crawlers request by themselves: a week. */
export const faviconCacheControl = 'public, max-age=604800'
