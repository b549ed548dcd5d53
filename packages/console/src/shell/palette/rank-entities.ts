/** What people look for most: cases, then people, then documents. Anything else follows in the order it was found. */
const order = ['case', 'client', 'timekeeper', 'user', 'judge', 'document', 'envelope', 'inbox_item']

/** Their records are named by paths in a DMS, which no one types; they are reached from their documents. */
const unnamed = ['document_copy']

/** Returns the kinds of the found records, each once, in the order the palette shows them. */
export function rankedEntities(found: readonly string[]): string[] {
  const rankOf = (entity: string) => (order.includes(entity) ? order.indexOf(entity) : order.length)
  return [...new Set(found)].filter((entity) => !unnamed.includes(entity)).toSorted((a, b) => rankOf(a) - rankOf(b))
}
