import { crc32, deflateSync, gzipSync } from 'node:zlib'
import type { PictureRejectionReason } from '@tsedra/contract/uploads'
import sharp from 'sharp'

/** A script or personal data that would leak if a file were published unchanged. */
export const CANARY = 'alert(document.cookie)'

export interface CorpusFile {
  name: string
  bytes: Buffer
  /** The required outcome. */
  outcome: 'published' | PictureRejectionReason
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${CANARY}</script></svg>`
const html = `<!doctype html><script>${CANARY}</script>`

const photo = (width = 640, height = 480) =>
  sharp({
    create: { width, height, channels: 3, background: '#e8a33d', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })

const rejected = (
  name: string,
  bytes: Buffer | string,
  outcome: PictureRejectionReason = 'not_a_picture',
): CorpusFile => ({
  name,
  bytes: Buffer.from(bytes as Buffer),
  outcome,
})
const accepted = (name: string, bytes: Buffer): CorpusFile => ({ name, bytes, outcome: 'published' })
const truncate = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))

/** Creates hostile files: disguised, broken, decompression bombs, with scripts or metadata; and a few valid ones. */
export async function pictureCorpus(): Promise<CorpusFile[]> {
  const jpeg = await photo().jpeg().toBuffer()
  const png = await photo().png().toBuffer()
  const webp = await photo().webp().toBuffer()
  return [
    ...(await disguisedFiles(jpeg, png)),
    rejected('JPEG cut off', truncate(jpeg), 'broken'),
    rejected('PNG cut off', truncate(png), 'broken'),
    rejected('WebP cut off', truncate(webp), 'broken'),
    rejected('PNG of 225 megapixels in 28 KB', blankPng(15_000, 15_000), 'too_many_pixels'),
    rejected('PNG of 25,000,001 pixels', blankPng(25_000_001, 1), 'too_many_pixels'),
    rejected('PNG of one column that WebP cannot hold', blankPng(1, 20_000), 'broken'),
    ...(await picturesWithExtras(jpeg, png)),
  ]
}

/** Creates files that are no pictures, or only begin like one. */
async function disguisedFiles(jpeg: Buffer, png: Buffer): Promise<CorpusFile[]> {
  const gif = await photo(32, 32).gif().toBuffer()
  return [
    rejected('SVG with a script', svg),
    rejected('SVG, zipped', gzipSync(svg)),
    rejected('SVG behind an XML head', `<?xml version="1.0"?>${svg}`),
    rejected('HTML named .png', html),
    rejected('HTML behind a byte order mark', `\ufeff${html}`),
    rejected('JavaScript', CANARY),
    rejected('GIF', gif),
    rejected('GIF that is JavaScript', `GIF89a=1;${CANARY};${' '.repeat(40)}`),
    rejected('PDF', `%PDF-1.7\n${html}`),
    rejected('TIFF', await photo(32, 32).tiff().toBuffer()),
    rejected('BMP', `BM${'\0'.repeat(60)}`),
    rejected('icon', `\0\0\x01\0\x01\0${'\0'.repeat(60)}`),
    rejected('HEIC', `\0\0\0\x18ftypheic${'\0'.repeat(60)}`),
    rejected('WAVE in a RIFF', `RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(60)}`),
    rejected('empty file', ''),
    rejected('one byte', 'B'),
    rejected(
      'HTML with the start of a JPEG',
      Buffer.concat([jpeg.subarray(0, 4), Buffer.from(html.repeat(9))]),
      'broken',
    ),
    rejected(
      'HTML with the start of a PNG',
      Buffer.concat([png.subarray(0, 8), Buffer.from(html.repeat(9))]),
      'broken',
    ),
    rejected('HTML with the start of a WebP', `RIFF\x24\0\0\0WEBPVP8 ${html.repeat(9)}`, 'broken'),
    rejected('HTML with the start of an AVIF', `\0\0\0\x20ftypavif${html.repeat(9)}`, 'broken'),
  ]
}

/** Creates valid pictures that carry scripts, metadata or archives, which publishing must remove, and plain ones. */
async function picturesWithExtras(jpeg: Buffer, png: Buffer): Promise<CorpusFile[]> {
  const avif = await photo(64, 64).avif({ effort: 0 }).toBuffer()
  const located = await photo()
    .withExif({ IFD0: { Copyright: CANARY }, IFD3: { GPSLatitude: '50/1 27/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  const moving = await sharp([await photo(32, 32).png().toBuffer(), await photo(32, 32).png().toBuffer()], {
    join: { animated: true },
  })
    .webp()
    .toBuffer()
  return [
    accepted('JPEG with its GPS position', located),
    accepted('JPEG with HTML behind it', Buffer.concat([jpeg, Buffer.from(html)])),
    accepted('JPEG with a script as its comment', withComment(jpeg)),
    accepted('JPEG in printers’ colours', await photo().toColourspace('cmyk').jpeg().toBuffer()),
    accepted('PNG with a script as its text', withChunk(png, 'tEXt', Buffer.from(`Comment\0${html}`))),
    accepted('PNG with a colour profile of a megabyte of zeros', withChunk(png, 'iCCP', bombedProfile())),
    accepted('PNG with an archive behind it', Buffer.concat([png, Buffer.from(`PK\x03\x04${html}`)])),
    accepted('animated WebP', moving),
    accepted('AVIF', avif),
  ]
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Creates a black PNG with one bit per pixel. */
function blankPng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Inserts a chunk after the header of a PNG. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const head = 8 + 25
  return Buffer.concat([png.subarray(0, head), chunk(type, data), png.subarray(head)])
}

const bombedProfile = () => Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(Buffer.alloc(1_000_000))])

function withComment(jpeg: Buffer): Buffer {
  const comment = Buffer.from(html)
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)])
}
