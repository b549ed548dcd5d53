import { CompiledQuery } from 'kysely'

/** The purpose a transaction is opened for. */
export interface Opening {
  /**
   * Whether its statements are prepared: their text recurs unchanged, and they are planned either for any value or each
   * time (`plan_cache_mode`). Elsewhere a prepared statement would keep the plan it got while a table was nearly empty,
   * and a prepared FETCH the columns of the first cursor it read from.
   */
  prepares: boolean
}

const mark: unique symbol = Symbol('opening')

/** The statement that selects a transaction's role; it comes first, and its answer is ignored. */
export function openingStatement(text: string, opening: Opening): CompiledQuery {
  return { ...CompiledQuery.raw(text), [mark]: opening } as CompiledQuery
}

/** Returns the opening that a statement was made with; undefined for any other statement. */
export function openingOf(statement: CompiledQuery): Opening | undefined {
  return (statement as { [mark]?: Opening })[mark]
}
