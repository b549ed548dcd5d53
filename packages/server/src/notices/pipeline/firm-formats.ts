import { noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import { sql } from 'kysely'
import type { ChangeFeed } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { statement } from '../../base/db/statement.ts'
import { compileFormat } from '../../courts/formats/firm-format/compile-format.ts'
import { definitionOf, type FirmParser } from '../../courts/formats/firm-format/definition.ts'

/** The formats that firms defined, compiled once per change, not once per notice. */
export interface FirmFormats {
  /** The active formats, sorted by name. `read` opens a transaction of the firm, only if they aren't cached. */
  find: (firmId: number, read: ReadOfFirm) => Promise<readonly FirmParser[]>
  close: () => void
}

type ReadOfFirm = <T>(run: (trx: Trx) => Promise<T>) => Promise<T>

/** Changes are announced; this limits the effect of a lost announcement. */
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
   * Each caller reads in its own transaction: waiting for another's read would deadlock when there is only one
   * connection and this caller holds it.
   */
  const find = async (firmId: number, read: ReadOfFirm) => {
    const known = remembered.get(firmId)
    const time = now().getTime()
    if (known && known.until > time) return known.formats
    const before = changes.get(firmId)
    const formats = await read(async (trx) => parsersOf(await readRecords(trx, { firmId }), compiled))
    if (changes.get(firmId) === before) remembered.set(firmId, { until: time + rememberMs, formats })
    return formats
  }
  return { find, close }
}

/** Reads the active formats of a firm, for callers that need them once. */
export async function readFirmFormats(trx: Trx, firmId: number): Promise<readonly FirmParser[]> {
  return parsersOf(await readRecords(trx, { firmId }), new Map())
}

/** Parsers by the ID of their format, for one version of its row. */
type Compiled = Map<string, { version: string; parser: FirmParser | undefined }>

type FormatRecord = DatabaseRecord & { id: string }

const readRecords = statement<{ firmId: number }, FormatRecord, readonly FormatRecord[]>({
  columns: '',
  row: () => ({}),
  write: ({ firmId }) => sql`
    select null as n, f.* from notice_formats f where firm_id = ${firmId} and is_active order by name, id`,
  answer: (rows) => rows,
})

function parsersOf(records: readonly FormatRecord[], compiled: Compiled): readonly FirmParser[] {
  return records.flatMap((record) => parserOf(record, compiled) ?? [])
}

/** Undefined for a saved format that no longer compiles, such as one whose court was removed from the directory. */
function parserOf(record: FormatRecord, compiled: Compiled): FirmParser | undefined {
  const row = rowOf(noticeFormat, record)
  const version = String(row.updatedAt)
  const known = compiled.get(record.id)
  if (known?.version === version) return known.parser
  const result = compileFormat(definitionOf(row))
  const parser = 'parser' in result ? result.parser : undefined
  compiled.set(record.id, { version, parser })
  return parser
}
