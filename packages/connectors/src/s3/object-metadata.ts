import { dashedName } from '@courtcrier/lib/dashed-name.ts'

/** In bytes: S3 accepts 2 KB of user metadata, names and values together, including ours. */
const most = 2048

/**
 * A document's properties as an object's metadata: names become header names, and non-ASCII values become encoded words
 * (RFC 2047), as S3 itself returns them. Properties beyond the limit are left out, from the end.
 */
export function metadataOf(
  properties: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const metadata: Record<string, string> = { ...own }
  let size = sizeOf(Object.entries(own))
  for (const [name, value] of Object.entries(properties)) {
    const entry = [dashedName(name), headerValue(value)] as const
    if (entry[0] === '' || entry[1] === '' || entry[0] in metadata) continue
    size += sizeOf([entry])
    if (size > most) break
    metadata[entry[0]] = entry[1]
  }
  return metadata
}

function sizeOf(entries: readonly (readonly [string, string])[]): number {
  return entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
}

function headerValue(value: string): string {
  const line = value.replace(/\s+/g, ' ').trim()
  return /^[\x20-\x7e]*$/.test(line) ? line : `=?UTF-8?B?${Buffer.from(line).toString('base64')}?=`
}
