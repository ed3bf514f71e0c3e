/** Returns a random UUID (version 4). `crypto.randomUUID` exists in secure contexts only, `getRandomValues` everywhere. */
export function randomUuid(): string {
  const browserCrypto: Partial<Crypto> = crypto
  if (browserCrypto.randomUUID) return browserCrypto.randomUUID()
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40 // the version
    return index === 8 ? (byte & 0x3f) | 0x80 : byte // the variant
  })
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
