import { readdir, readFile } from 'node:fs/promises'
import type { ImageStore } from './images/image-store.ts'

export const seedsDirectory = new URL('../seeds/', import.meta.url)
/** Directory of the rendered pictures until a shop publishes them. */
export const renderedDirectory = new URL('media/', seedsDirectory)
/** Addresses of the pictures, by their path in `api/seeds`. */
export const addressesFile = new URL('pictures.json', seedsDirectory)

const CONCURRENCY = 2

/**
 * Publishes the demo catalogue's pictures, which draw-demo-pictures.ts has rendered: rendering seventy of them takes
 * half a minute, which every start of a demo shop would take.
 *
 * @returns a function from the path in `api/seeds` to the picture's address
 */
export async function publishDemoPictures(store: ImageStore): Promise<(path: string) => string> {
  const addresses = JSON.parse(await readFile(addressesFile, 'utf8')) as Record<string, string>
  const names = await readdir(renderedDirectory)
  const publish = async (name: string) => {
    if (!(await store.has(name))) await store.put(name, await readFile(new URL(name, renderedDirectory)))
  }
  for (let from = 0; from < names.length; from += CONCURRENCY) {
    await Promise.all(names.slice(from, from + CONCURRENCY).map(publish))
  }
  return (path) => {
    const address = addresses[path]
    if (!address) throw new Error(`api/seeds/${path} is not drawn yet: npm run draw`)
    return address
  }
}
