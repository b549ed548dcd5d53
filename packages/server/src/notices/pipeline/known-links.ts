import type { NoticeLink } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { statement } from '../../base/db/statement.ts'
import type { Work } from './stage.ts'

/** What is known of a filing's documents and links from its other notices and earlier attempts. */
export interface Known {
  /** Positions of the documents that need no retrieval: saved, or sealed. */
  settled: ReadonlySet<number>
  /** Positions of the documents that people were notified without, because the court couldn't be asked. */
  awaited: ReadonlySet<number>
  /** Links of other recipients that haven't been tried. */
  spare: readonly NoticeLink[]
}

/** Reads what is known about a filing's documents and links. */
export const readKnown = statement<
  Work,
  { [K in 'settled' | 'awaited']: number[] | null } & { spare: NoticeLink[] | null },
  Known
>({
  columns: 'envelope_id uuid, item_id uuid',
  row: ({ envelopeId, itemId }) => ({ envelope_id: envelopeId, item_id: itemId }),
  write: ({ firmId, rows }) => sql`
    select r.n,
      (select array_agg(position) from documents
        where firm_id = ${firmId} and envelope_id = r.envelope_id
          and (file_id is not null or verdict in ('sealed', 'restricted'))) as settled,
      (select array_agg(position) from documents
        where firm_id = ${firmId} and envelope_id = r.envelope_id and verdict = 'awaited') as awaited,
      (select jsonb_agg(link order by id) from links
        where firm_id = ${firmId} and envelope_id = r.envelope_id
          and requested_at is null and inbox_item_id <> r.item_id and position = 0) as spare
    from ${rows}`,
  answer: ([row]) => ({
    settled: new Set(row?.settled ?? []),
    awaited: new Set(row?.awaited ?? []),
    spare: row?.spare ?? [],
  }),
})
