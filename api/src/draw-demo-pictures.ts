import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { drawCategoryCutouts } from './draw-category-cutouts.ts'
import { drawFavicon } from './draw-favicon.ts'
import { drawPageArt } from './draw-page-art.ts'
import { drawSharePreviews } from './draw-share-previews.ts'
import { writeLettering } from './cards/write-lettering.ts'
import { addressesFile, renderedDirectory, seedsDirectory } from './demo-pictures.ts'
import { publishPicture } from './images/publish-picture.ts'

/**
 * Draws the favicon, the outlines of fonts, the previews of links, and the pictures that are composed of products' cut-outs, and renders
 * the demo catalogue's pictures in all sizes: run it after a change in `api/seeds/images`, of an icon or of a font.
 */
await drawFavicon()
await writeLettering()
await drawSharePreviews()
await drawPageArt()
await drawCategoryCutouts()
await rm(renderedDirectory, { recursive: true, force: true })
await mkdir(renderedDirectory)
const store = {
  has: () => Promise.resolve(false),
  put: (name: string, bytes: Buffer) => writeFile(new URL(name, renderedDirectory), bytes),
}
const addresses: Record<string, string> = {}
for (const name of (await readdir(new URL('images/', seedsDirectory), { recursive: true })).toSorted()) {
  if (!name.endsWith('.webp')) continue
  const path = `images/${name}`
  addresses[path] = await publishPicture(store, await readFile(new URL(path, seedsDirectory)))
}
await writeFile(addressesFile, `${JSON.stringify(addresses, undefined, 1)}\n`)
process.stdout.write(`${Object.keys(addresses).length} pictures drawn\n`)
