import * as z from 'zod/mini'

const stored = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns whether the text is a lowercase UUID with hyphens, the stored form of IDs. */
export function isUuid(text: string): boolean {
  return stored.test(text)
}

/** Returns the stored form of an ID someone sent; undefined for anything else. Case doesn't count (RFC 9562, section 4). */
export function readUuid(sent: unknown): string | undefined {
  const text = typeof sent === 'string' ? sent.toLowerCase() : ''
  return isUuid(text) ? text : undefined
}

/** Returns the stored forms of those texts that are IDs, each once. */
export function readUuids(sent: readonly unknown[]): string[] {
  return [...new Set(sent.map(readUuid).filter((id) => id !== undefined))]
}

/** Returns a UUID in its stored form, and any other text as it is: not every record has a UUID. */
export function storedId(sent: string): string {
  return readUuid(sent) ?? sent
}

/** Returns the schema of an ID; `code` says what is wrong with anything else. */
export function uuidText(code?: string) {
  return z.guid(code).check(z.toLowerCase())
}

/** Returns the schema of an ID that the handler looks up, whatever it is. */
export function anyId() {
  return z.string('not_text').check(z.overwrite(storedId))
}
