import { sql } from 'kysely'

/**
 * The ethical walls that hold now, as a table to look at: none of a firm that has turned its walls off. Whatever asks
 * whom a wall keeps out of what asks these, so that the firm's switch is obeyed everywhere or nowhere.
 */
export const standingWalls = sql`(
  select w.* from ethical_walls w join firms f on f.firm_id = w.firm_id and f.internal_walls_enabled)`
