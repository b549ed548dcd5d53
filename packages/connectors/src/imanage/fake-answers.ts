import type { FakeAnswer } from '../testing/fake-service.ts'
import type { FakeEntry } from '../testing/fake-tree.ts'
import { splitName } from './profile.ts'

// Answers in the form that iManage gives them.

interface Page {
  entries: object[]
  cursor?: string
}

/** A page of a list, with a cursor for the next one where the server has those. */
export function page(all: readonly FakeEntry[], query: URLSearchParams, hasCursors: boolean): Page {
  const start = Number(query.get(hasCursors ? 'cursor' : 'offset') ?? 0)
  const end = start + Math.min(Number(query.get('limit') ?? 500), 9999)
  const entries = all.slice(start, end).map((entry) => recordOf(entry))
  return hasCursors && end < all.length ? { entries, cursor: String(end) } : { entries }
}

export function recordOf(entry: FakeEntry): object {
  const { id, name, bytes, facts } = entry
  const [database = '', number = ''] = id.split('!')
  if (!bytes && kindOf(entry) === 'folders') return { id, database, name, wstype: 'folder' }
  if (!bytes) return { id, database, name, wstype: 'workspace', custom1: facts.custom1, custom2: facts.custom2 }
  const { stem, extension } = splitName(name)
  const [document_number, version] = number.split('.').map(Number)
  const iwl = `iwl:dms=fake&&lib=${database}&&num=${document_number}&&ver=${version}`
  const { comment } = profileOf(entry) ?? {}
  return {
    ...{ id, database, document_number, version, iwl, name: stem, extension },
    ...{ wstype: 'document', size: bytes.byteLength, comment },
  }
}

export function kindOf({ parentId, bytes }: FakeEntry): string {
  if (bytes) return 'documents'
  return parentId === 'root' ? 'workspaces' : 'folders'
}

export function fail(status: number, code: string, message: string): FakeAnswer {
  return { status, json: { error: { code, code_message: message } } }
}

/** A document's profile as it was sent. */
export function profileOf(entry: FakeEntry | undefined): Record<string, unknown> | undefined {
  return entry?.facts.profile as Record<string, unknown> | undefined
}
