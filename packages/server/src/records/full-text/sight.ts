import type { Role } from '@courtcrier/contract/access.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { type RawBuilder, sql } from 'kysely'
import type { SearchScope } from '../viewer.ts'
import { isVisible } from '../visible-rows.ts'

/** What a role may find filings by. */
export interface TextSight {
  docketText: boolean
  documents: boolean
}

/**
 * Returns what a role may search. A document's text reveals its contents and its file, and that there is one reveals
 * whether it is sealed and which filing it belongs to.
 */
export function textSightOf(role: Role): TextSight {
  const sees = sightOf(role)
  const needed = ['contents', 'fileId', 'sealed', 'verdict', 'envelopeId']
  return {
    docketText: sees(envelope, 'docketText'),
    documents: sees(envelope, 'isSealed') && needed.every((key) => sees(courtDocument, key)),
  }
}

/**
 * Whether the document `d` of the filing `t` and its text `x` may be shown. A sealed document has no text; its own columns
 * are checked all the same.
 */
export function isReadable(scope: SearchScope): RawBuilder<boolean> {
  return sql<boolean>`(x.firm_id = ${scope.firmId} and d.firm_id = x.firm_id and d.id = x.document_id
    and d.file_id = x.file_id and not d.sealed and d.verdict not in ('sealed', 'restricted') and not t.is_sealed
    and ${isVisible('d', courtDocument, scope)})`
}
