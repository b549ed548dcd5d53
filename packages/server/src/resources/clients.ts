import { sql } from 'kysely'
import type { Behaviour } from './behaviour.ts'

export const clientBehaviour: Behaviour = {
  behindWall: sql<boolean>`w.client_id = t.id`,
}
