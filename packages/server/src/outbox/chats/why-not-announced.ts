import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { waysOfChat } from '@courtcrier/contract/ways.ts'
import type { Trx } from '../../base/db/database.ts'
import { findDirectors } from '../../records/directors/find-directors.ts'
import { whyNotDirected } from '../../records/directors/why-not-directed.ts'
import { findWallsAroundCases, whyWalledOff } from '../../records/walls/walls.ts'
import type { ChatRow } from './chat-row.ts'
import { whyNotMoved } from './why-not-moved.ts'

/**
 * Returns why a filing isn't announced in a group's channel, as a sentence; undefined if it may be. Everyone in the group
 * reads the channel, so every one of them must be allowed to see the filing's cases now, and so must the person who
 * entered the channel's address, and those who changed the group's people as far as that adds to what is announced.
 * People who are inactive count too: they may still be in the channel.
 */
export async function whyNotAnnounced(trx: Trx, row: ChatRow): Promise<string | undefined> {
  const { firmId, groupId, service, sealedUrl, isActive, members, caseIds } = row
  if (groupId === null) return 'The preference group was deleted.'
  if (!service || !sealedUrl || !isActive) return 'The preference group has no channel in use any more.'
  if (members.length === 0) return 'No one is in the preference group any more.'
  const walls = caseIds.length > 0 ? await findWallsAroundCases(trx, { firmId, ids: caseIds }) : []
  if (whyWalledOff(members, walls) !== undefined) return keptOut
  const channel = { entity: timekeeperGroup.name, id: groupId, field: 'chatUrl' }
  const directors = (await findDirectors(trx, { firmId, records: [channel] }))(channel)
  return whyNotDirected(directors, { walls, way: waysOfChat }) ?? (await whyNotMoved(trx, row, { groupId, walls }))
}

const keptOut =
  'An ethical wall keeps someone in the group out of the case, and everyone in the group reads the channel.'
