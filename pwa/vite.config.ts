import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { pageHeaders } from '../infra/edge/headers.ts'
import { brandPlaceholders } from './build/brand-placeholders.ts'
import { compiledMessages } from './build/compiled-messages.ts'
import { withContentRevisions } from './build/content-revision.ts'
import { compressedCopies } from './build/compressed-copies.ts'
import { contentRenderer } from './build/content-renderer.ts'
import { bootScript } from './build/boot-script.ts'
import { formerAssets } from './build/former-assets.ts'
import { headersHash } from './build/headers-hash.ts'
import { importBoundaries } from './build/import-boundaries.ts'
import { pageManifest } from './build/page-manifest.ts'
import { chunkGroups } from './build/chunks.ts'
import { webManifest } from './build/web-manifest.ts'

const pageRoot = import.meta.dirname
const repository = resolve(pageRoot, '..')
const formatMessage = resolve(repository, 'pwa/src/shared/i18n/format-message.ts')

const alias = [
  // Texts are compiled at build time (build/compiled-messages.ts), and format-message.ts avoids Intl for small counts.
  { find: /^use-intl\/format-message$/, replacement: formatMessage },
  // wouter's shim for versions of React that have no useSyncExternalStore.
  { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
]

/** Screens that a first visit may begin with, by the first part of their address. */
const screens = {
  category: 'storefront/CategoryPage.tsx',
  product: 'storefront/ProductPage.tsx',
  drink: 'storefront/drinks/DrinkPage.tsx',
  drinks: 'storefront/drinks/DrinksPage.tsx',
}

/** Whether a chunk belongs to the admin area, which is not precached (infra/decisions/0035-admin-area.md). */
const isAdminChunk = (moduleIds: readonly string[]) => moduleIds.some((id) => id.includes('/pwa/src/admin/'))

/** Builds a service worker that unregisters itself: `RETIRE_WORKER=1 npm run build` (infra/decisions/0017-service-worker.md). */
const isRetired = Boolean(process.env['RETIRE_WORKER'])
const assets = formerAssets()

export default defineConfig({
  root: pageRoot,
  plugins: [
    importBoundaries(repository, ['pwa', 'api/contract']),
    brandPlaceholders(),
    compiledMessages(),
    react(),
    tailwindcss(),
    bootScript('src/boot/main.ts', screens, 'catalogue/local/local-catalogues.ts'),
    pageManifest({ ...screens, info: 'info/InfoPage.tsx' }),
    headersHash(pageHeaders),
    assets,
    contentRenderer('src/app/server/render-content.tsx', { repository, alias }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: isRetired ? 'src/sw/retired' : 'src/sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      includeManifestIcons: false,
      manifest: webManifest,
      injectManifest: {
        rollupFormat: 'iife',
        target: 'es2023',
        // A retired worker precaches nothing.
        ...(isRetired && { injectionPoint: undefined as never }),
        globPatterns: ['index.html', 'assets/*.{js,css,svg,webp,avif,woff2}', 'icons/favicon.svg'],
        // The admin area needs the network anyway; the hero's WebP is for browsers that do not read AVIF.
        globIgnores: ['assets/admin*', 'assets/load-admin*', 'assets/orange-*.webp'],
        manifestTransforms: [
          (files) => ({
            manifest: files
              .filter(({ url }) => !url.startsWith('assets/') || assets.isCurrent(url))
              .map(withContentRevisions(resolve(pageRoot, 'dist'))),
          }),
        ],
        // The build fails above this size, in bytes.
        maximumFileSizeToCacheInBytes: 600_000,
      },
    }),
    compressedCopies(),
  ],
  resolve: { alias },
  build: {
    target: 'es2023',
    manifest: true,
    modulePreload: {
      polyfill: false,
      // The import lists of all chunks would add a kilobyte to the first load. The boot script preloads the chunks of the
      // first screen, and the remaining chunks are preloaded when the page is idle.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => file.endsWith('.css')),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ moduleIds }) =>
          isAdminChunk(moduleIds) ? 'assets/admin-[name]-[hash].js' : 'assets/[name]-[hash].js',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    port: Number(process.env['PWA_PORT'] ?? 5173),
    strictPort: true,
    proxy: {
      '/api': process.env['SHOP_ORIGIN'] ?? 'http://localhost:8080',
      '/media': process.env['SHOP_ORIGIN'] ?? 'http://localhost:8080',
    },
  },
})
