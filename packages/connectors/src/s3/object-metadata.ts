import { dashedName } from '@courtcrier/lib/dashed-name.ts'
import { leftOut, type PlannedProperty, sentAs, sentOf, withoutValue } from '../planned-property.ts'

/** In bytes: S3 accepts 2 KB of user metadata, names and values together, including ours. */
const most = 2048

/** What we write with each object: the hash of its bytes, and the copy that wrote it. */
interface OwnMetadata {
  sha256: string
  writer: string
}
const ownLengths: Readonly<Record<keyof OwnMetadata, number>> = { sha256: 64, writer: 32 }

const prefix = 'x-amz-meta-'

/**
 * A document's properties as an object's metadata: names become header names, and non-ASCII values become encoded words
 * (RFC 2047), as S3 itself returns them. Properties beyond the limit are left out, from the end.
 */
export function metadataOf(properties: Readonly<Record<string, string>>, own: OwnMetadata): Record<string, string> {
  const entries = sentOf(planMetadata(properties)).map(({ name, value }) => [
    name.slice(prefix.length),
    headerValue(value),
  ])
  return { ...own, ...Object.fromEntries(entries) }
}

/** Returns the header of each property. */
export function planMetadata(properties: Readonly<Record<string, string>>): PlannedProperty[] {
  const taken = new Set(Object.keys(ownLengths))
  let size = Object.entries(ownLengths).reduce((sum, [name, length]) => sum + name.length + length, 0)
  return Object.entries(properties).map(([property, text]) => {
    const [word, value] = [dashedName(property), oneLine(text)]
    if (value === '') return withoutValue(property)
    if (word === '') return leftOut(property, value, 'Its name has no letter and no digit.')
    if (taken.has(word)) return leftOut(property, value, 'Another property has this name.')
    size += word.length + headerValue(value).length
    if (size > most) return leftOut(property, value, 'S3 stores 2 KB of properties with a file, and there are more.')
    taken.add(word)
    return sentAs(`${prefix}${word}`, { property, value })
  })
}

function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim()
}

function headerValue(line: string): string {
  return /^[\x20-\x7e]*$/.test(line) ? line : `=?UTF-8?B?${Buffer.from(line).toString('base64')}?=`
}
