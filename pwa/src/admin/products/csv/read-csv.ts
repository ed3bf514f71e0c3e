/** Maximum length of the contract, in characters. */
const MAX_CSV_LENGTH = 3_900_000

/** Decodes a file as UTF-8, otherwise as windows-1251; returns undefined when it is too long. */
export async function readCsv(file: Blob): Promise<string | undefined> {
  const bytes = await file.arrayBuffer()
  const csv = decode(bytes)
  return csv.length > MAX_CSV_LENGTH ? undefined : csv
}

function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}
