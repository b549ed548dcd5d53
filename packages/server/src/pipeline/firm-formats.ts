import { noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import { sql } from 'kysely'
import type { ChangeFeed } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { together } from '../base/db/together.ts'
import { compileFormat } from '../courts/firm-format/compile-format.ts'
import { definitionOf, type FirmParser } from '../courts/firm-format/definition.ts'

/** The formats that firms defined, compiled once a change and not once a notice. */
export interface FirmFormats {
  /** The formats in use, by their names. `read` is a transaction of the firm and is used only when they are not known. */
  find: (firmId: number, read: ReadOfFirm) => Promise<readonly FirmParser[]>
  close: () => void
}

type ReadOfFirm = <T>(run: (trx: Trx) => Promise<T>) => Promise<T>

/** Changes are announced; this is for an announcement that was lost. */
const rememberMs = 5000

export function openFirmFormats({ feed, now }: { feed: ChangeFeed; now: () => Date }): FirmFormats {
  const remembered = new Map<number, { until: number; formats: readonly FirmParser[] }>()
  const changes = new Map<number, number>()
  const compiled: Compiled = new Map()
  const close = feed.subscribe(({ firmId, entity }) => {
    if (entity !== noticeFormat.name) return
    remembered.delete(firmId)
    changes.set(firmId, (changes.get(firmId) ?? 0) + 1)
  })
  /**
   * Everyone reads in the transaction at hand: waiting for what another reads in another transaction would deadlock
   * where there is one connection, and this one holds it.
   */
  const find = async (firmId: number, read: ReadOfFirm) => {
    const known = remembered.get(firmId)
    const time = now().getTime()
    if (known && known.until > time) return known.formats
    const before = changes.get(firmId)
    const formats = await read((trx) => loadTogether(trx, { firmId, compiled }))
    if (changes.get(firmId) === before) remembered.set(firmId, { until: time + rememberMs, formats })
    return formats
  }
  return { find, close }
}

/** Notices that are read side by side are of one firm, and ask once. */
const loadTogether = together(async (trx: Trx, asked: readonly { firmId: number; compiled: Compiled }[]) => {
  const [first] = asked
  const formats = first ? await loadFormats(trx, first.firmId, first.compiled) : []
  return asked.map(() => formats)
})

/** The formats of a firm that are in use, for those who ask once. */
export async function readFirmFormats(trx: Trx, firmId: number): Promise<readonly FirmParser[]> {
  return loadFormats(trx, firmId, new Map())
}

/** Parsers by the id of their format, as of the version of its row. */
type Compiled = Map<string, { version: string; parser: FirmParser | undefined }>

async function loadFormats(trx: Trx, firmId: number, compiled: Compiled): Promise<readonly FirmParser[]> {
  const { rows } = await sql<DatabaseRecord & { id: string }>`
    select * from notice_formats where firm_id = ${firmId} and is_active order by name, id`.execute(trx)
  return rows.flatMap((record) => parserOf(record, compiled) ?? [])
}

/** A format that was saved and cannot be used any more, its court gone from the directory say, reads nothing. */
function parserOf(record: DatabaseRecord & { id: string }, compiled: Compiled): FirmParser | undefined {
  const row = rowOf(noticeFormat, record)
  const version = String(row.updatedAt)
  const known = compiled.get(record.id)
  if (known?.version === version) return known.parser
  const result = compileFormat(definitionOf(row))
  const parser = 'parser' in result ? result.parser : undefined
  compiled.set(record.id, { version, parser })
  return parser
}
