import { camelCase } from '@courtcrier/contract/names.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { CanSee } from '@courtcrier/contract/ways.ts'
import { type Facts, originalName, sentenceFields } from './describe.ts'
import type { Payload } from './payload.ts'

/**
 * Returns a call's content without what the viewer may not see; undefined if that is the record itself. A test is about
 * no record.
 */
export function payloadFor(payload: Payload, canSee: CanSee): Payload | undefined {
  if (payload.event === 'webhook.test') return payload
  const resource = getResource(payload.entity)
  const sees = (key: string) => canSee(resource, key)
  if (!sees('id')) return undefined
  const facts = Object.fromEntries(
    Object.entries(payload.facts).filter(([name]) => sees(camelCase(originalName(name)))),
  ) as Facts
  const isTelling = sentenceFields(payload.event).every(sees)
  return {
    ...payload,
    facts,
    sentence: isTelling ? payload.sentence : `${resource.label[0]}: ${payload.event}.`,
    // The path of a delivery or a copy is its notice's.
    path: 'inbox_item_id' in payload.facts && !('inbox_item_id' in facts) ? '/' : payload.path,
  }
}
