import { endOfString, jsonCode } from './json-tokens.ts'

/** What a JSON text from outside may contain; more than any form, import mapping or selection of records has. */
export const jsonLimits = { depth: 32, keys: 2_000, values: 20_000 } as const

/** The limit a text exceeds. */
export type JsonExcess = keyof typeof jsonLimits
export type JsonLimits = Readonly<Record<JsonExcess, number>>

/**
 * Returns which limit a JSON text exceeds, if any. It is read once, and nothing is built from it: parsing 90,000 keys
 * takes a processor longer than sending them. A text that isn't JSON is for the parser to refuse.
 */
export function findJsonExcess(text: string, limits: JsonLimits = jsonLimits): JsonExcess | undefined {
  let depth = 0
  let keys = 0
  let values = 0
  for (let index = 0; index < text.length; index++) {
    const at = text.charCodeAt(index)
    if (at === jsonCode.quote) index = endOfString(text, index)
    else if (at === jsonCode.colon) keys += 1
    else if (at === jsonCode.comma) values += 1
    else if (at === jsonCode.openList || at === jsonCode.openObject) {
      depth += 1
      // Each list and object is a value too: `[[],[]]` has as many as it has commas, and one more.
      values += 1
    } else if (at === jsonCode.closeList || at === jsonCode.closeObject) depth -= 1
    else continue
    if (depth > limits.depth) return 'depth'
    if (keys > limits.keys) return 'keys'
    if (values > limits.values) return 'values'
  }
  return undefined
}
