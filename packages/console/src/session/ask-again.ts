import type { Query, QueryClient } from '@tanstack/react-query'

interface AskAgainOptions {
  /** Requests again what is under way, since it may wait on a connection that is lost. */
  isCutOff?: boolean
}

/**
 * Repeats these queries where they are shown, and marks the others as stale. One that is under way may be answered with
 * what was there before, so it is repeated after its answer: until then there may be nothing else to show, and broken
 * off for each of many changes, it would never be answered.
 */
export function askAgain(
  client: QueryClient,
  isMeant: (query: Query) => boolean,
  { isCutOff = false }: AskAgainOptions = {},
): void {
  const repeat = (predicate: (query: Query) => boolean, cancelRefetch: boolean) =>
    void client.invalidateQueries({ predicate }, { cancelRefetch })
  for (const query of client.getQueryCache().findAll({ predicate: isMeant, fetchStatus: 'fetching' })) {
    const again = () => repeat((other) => other === query, false)
    query.promise?.then(again, again)
  }
  repeat(isMeant, isCutOff)
}
