import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const publicDirectory = new URL('../../pwa/public/', import.meta.url)
/** Widths in pixels: tabs, bookmarks, search engines (multiples of 48). */
const SIZES = [16, 32, 48]
const HEADER_BYTES = 6
const ENTRY_BYTES = 16

/** Draws `favicon.ico`, which browsers and crawlers request by themselves, from the SVG icon. */
export async function drawFavicon(): Promise<void> {
  const icon = await readFile(new URL('icons/favicon.svg', publicDirectory))
  const pictures = await Promise.all(
    SIZES.map((size) => sharp(icon, { density: 300 }).resize(size, size).png({ compressionLevel: 9 }).toBuffer()),
  )
  await writeFile(new URL('favicon.ico', publicDirectory), packIcon(pictures))
}

/** Packs PNG files into an ICO file: https://learn.microsoft.com/windows/win32/menurc/resource-file-formats */
function packIcon(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, picture] of pictures.entries()) {
    const entry = HEADER_BYTES + ENTRY_BYTES * index
    const size = SIZES[index] ?? 0
    header.writeUInt8(size, entry)
    header.writeUInt8(size, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(picture.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += picture.length
  }
  return Buffer.concat([header, ...pictures])
}
