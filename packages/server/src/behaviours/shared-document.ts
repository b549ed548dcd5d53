import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import type { PublicLink } from '../outbox/public-link.ts'
import type { SearchScope } from '../records/viewer.ts'
import { isVisible } from '../records/visible-rows.ts'

/** A document that may be shown without a login. */
export interface SharedDocument {
  firmId: number
  id: string
  fileId: string
  /** For the firm's own log. */
  name: string
  /** Null if the link's creator may not see it. */
  title: string | null
  number: string | null
  size: number | null
  expiresAt: Date
  /** The user who created the link; undefined if it was in an email. */
  maker: string | undefined
}

/**
 * Returns the title of a document a person may create a public link to. Throws `forbidden` or `not_found` with a
 * sentence.
 */
export async function shareDocument(
  trx: Trx,
  { scope, id }: { scope: SearchScope; id: string },
): Promise<{ title: string }> {
  const record = await findDocument(trx, scope, id)
  if (!record) throw new ApiError('not_found')
  if (!record.isAllowed) throw new ApiError('forbidden', { sentence: notAllowed })
  refuseSealed(record)
  if (!record.fileId) throw new ApiError('not_found', { sentence: 'This document has no file to link to.' })
  return record
}

/**
 * Returns the document a link leads to. Throws with a sentence for its holder when the firm turned such links off, the
 * link expired, or its creator may no longer see the document.
 */
export async function readPublicLink(trx: Trx, link: PublicLink, now: Date): Promise<SharedDocument> {
  const { firmId, documentId: id, expiresAt, userId } = link
  const maker = userId === undefined ? undefined : await findMaker(trx, firmId, userId)
  const record = await findDocument(trx, scopeOf(firmId, maker), id)
  if (!record?.isAllowed || record.closedAt > link.issuedAt) throw new ApiError('forbidden', { sentence: closed })
  if (expiresAt <= now) throw new ApiError('not_found', { sentence: tooOld })
  refuseSealed(record)
  if (!record.fileId || (userId !== undefined && !mayShow(maker)))
    throw new ApiError('not_found', { sentence: 'This link no longer opens the document.' })
  const shows = (key: string) => !maker || fieldAccess(courtDocument, key, maker.role) !== 'DENY'
  return {
    firmId,
    id,
    fileId: record.fileId,
    name: record.title,
    title: shows('title') ? record.title : null,
    number: shows('number') ? record.number : null,
    size: record.size,
    expiresAt,
    maker: maker?.fullName,
  }
}

const notAllowed =
  "Your firm doesn't show documents to people who aren't logged in. An administrator can allow it under Firm information."
const closed = "The firm doesn't show this document to people who aren't logged in."
const tooOld = 'This link has expired. Ask the sender for a new one.'

interface DocumentRecord {
  title: string
  number: string | null
  size: number | null
  fileId: string | null
  isSealed: boolean
  isAllowed: boolean
  /** Links issued earlier were closed by the firm. */
  closedAt: Date
}

/** Returns the document as far as the scope sees it, with what the firm allows. */
async function findDocument(trx: Trx, scope: SearchScope, id: string): Promise<DocumentRecord | undefined> {
  const { rows } = await sql<DocumentRecord>`
    select t.title, t.number, t.size, t.file_id as "fileId", (t.sealed is true or e.is_sealed is true) as "isSealed",
      f.public_document_access as "isAllowed",
      coalesce((select max(issued_after) from public_link_floors p where p.firm_id = t.firm_id), 'epoch') as "closedAt"
    from documents t
      join firms f on f.firm_id = t.firm_id
      left join envelopes e on e.firm_id = t.firm_id and e.id = t.envelope_id
    where t.firm_id = ${scope.firmId} and t.id = ${id}::uuid and ${isVisible('t', courtDocument, scope)}`.execute(trx)
  const [record] = rows
  return record && { ...record, closedAt: new Date(record.closedAt) }
}

function refuseSealed({ isSealed }: DocumentRecord): void {
  if (isSealed)
    throw new ApiError('forbidden', {
      sentence: 'This document is sealed, so only people who are logged in can see it.',
    })
}

interface Maker {
  userId: string
  fullName: string
  isActive: boolean
  role: Role
  timekeeperId: string | undefined
}

/** Returns the link's creator with their current role; undefined when the user no longer exists. */
async function findMaker(trx: Trx, firmId: number, userId: string): Promise<Maker | undefined> {
  const { rows } = await sql<DatabaseRecord & { fullName: string; isActive: boolean; timekeeperId: string | null }>`
    select r.*, u.full_name as "fullName", u.is_active as "isActive", u.timekeeper_id as "timekeeperId"
    from users u join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where u.firm_id = ${firmId} and u.id = ${userId}::uuid`.execute(trx)
  const [found] = rows
  if (!found) return undefined
  const { fullName, isActive, timekeeperId, ...role } = found
  return {
    userId,
    fullName,
    isActive,
    timekeeperId: timekeeperId ?? undefined,
    role: roleFromRow(rowOf(userSecurityRole, role)),
  }
}

/** A link shows no one what its creator may not see. */
function mayShow(maker: Maker | undefined): boolean {
  if (!maker?.isActive || subjectAccess(courtDocument.subject, maker.role) === 'DENY') return false
  return fieldAccess(courtDocument, 'fileId', maker.role) !== 'DENY'
}

/** Emails are addressed by the program, which sees everything; a person's link shows what that person may see. */
function scopeOf(firmId: number, maker: Maker | undefined): SearchScope {
  const role = maker?.role ?? { id: '', name: '', isSystemDefined: false, grants: {} }
  return { firmId, role, userId: maker?.userId, timekeeperId: maker?.timekeeperId }
}
