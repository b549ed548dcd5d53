/**
 * Statements with varying shapes (searches with filters) would fill the server's memory with plans never used again.
 */
const mostNames = 300
/** A statement is worth preparing once it is repeated. */
const worthAfter = 2
const mostWatched = 2000

/**
 * Names for recurring statements; undefined for those not worth one. Each connection prepares its own statement under
 * the name.
 */
export function statementNames(): { nameOf: (text: string) => string | undefined } {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  return {
    nameOf: (text) => {
      const name = names.get(text)
      if (name !== undefined || names.size >= mostNames) return name
      const times = (seen.get(text) ?? 0) + 1
      if (seen.size >= mostWatched) seen.clear()
      seen.set(text, times)
      if (times < worthAfter) return undefined
      seen.delete(text)
      const made = `courtcrier_${names.size}`
      names.set(text, made)
      return made
    },
  }
}
