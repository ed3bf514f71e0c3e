/** Returns the type of a picture by its first bytes; undefined for other files. */
export function detectPictureType(file: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | undefined {
  const text = (from: number, to: number) => file.toString('latin1', from, to)
  if (file.length < 16) return undefined
  if (file.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && (text(8, 12) === 'avif' || text(8, 12) === 'avis')) return 'avif'
  return undefined
}
