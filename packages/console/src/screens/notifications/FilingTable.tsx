import type { FilingSummary } from '@courtcrier/contract/calls/filings.ts'
import type { Envelope } from '@courtcrier/contract/resources/envelope.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { useTableState } from '../../resource/use-table-state.ts'
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx'
import { useNow } from '../../ui/use-now.ts'
import { CourtCell } from '../inbox/CourtCell.tsx'
import list from '../inbox/list-rows.module.css'
import { ReceivedCell, ReceivedHead } from '../inbox/ReceivedCell.tsx'
import { TitleCell } from '../inbox/TitleCell.tsx'
import { type CourtName, useCourtNames } from '../inbox/use-courts.ts'
import classes from './FilingTable.module.css'
import { useSummaries } from './use-filings.ts'

export type FilingRow = Partial<Envelope> & { id: string; createdAt: string }

interface FilingTableProps {
  rows: readonly FilingRow[]
  table: ReturnType<typeof useTableState>
  activeId: string | undefined
  onActive: (id: string) => void
}

/** Lists the filings: event and case on the first line, the court's text on the second, and who was notified. */
export function FilingTable({ rows, table, activeId, onActive }: FilingTableProps) {
  const { t } = useTranslation()
  const summaries = useSummaries(rows.map(({ id }) => id))
  const courtOf = useCourtNames(rows.map(({ ecfxJurisdictionId }) => ecfxJurisdictionId))
  const now = useNow(60_000)
  const focusableId = rows.some(({ id }) => id === activeId) ? activeId : rows[0]?.id
  return (
    <table className={list.table} aria-label={t('told.table.label')}>
      <TableHead table={table} />
      <tbody>
        {rows.map((filing) => (
          <FilingLine
            key={filing.id}
            filing={filing}
            summary={summaries?.get(filing.id)}
            court={courtOf(filing.ecfxJurisdictionId)}
            isOpen={filing.id === table.openId}
            isFocusable={filing.id === focusableId}
            now={now}
            onOpen={() => table.open(filing.id)}
            onActive={onActive}
          />
        ))}
      </tbody>
    </table>
  )
}

function TableHead({ table }: Pick<FilingTableProps, 'table'>) {
  const { t } = useTranslation()
  const isOldestFirst = table.state.sort[0]?.isDescending === false
  const sort = [{ field: 'createdAt', isDescending: isOldestFirst }]
  return (
    <thead>
      <tr>
        <ReceivedHead
          className={classes.received}
          label={t('told.table.received')}
          isOldestFirst={isOldestFirst}
          onSort={() => table.change({ sort })}
        />
        <th className={classes.court}>{t('told.table.court')}</th>
        <th className={classes.filing}>{t('told.table.filing')}</th>
        <th className={classes.docs}>{t('told.table.docs')}</th>
        <th className={classes.told}>{t('told.table.told')}</th>
      </tr>
    </thead>
  )
}

interface FilingLineProps {
  filing: FilingRow
  summary: FilingSummary | undefined
  court: CourtName | undefined
  isOpen: boolean
  isFocusable: boolean
  now: number
  onOpen: () => void
  onActive: (id: string) => void
}

function FilingLine({ filing, summary, court, isOpen, isFocusable, now, onOpen, onActive }: FilingLineProps) {
  const { t } = useTranslation()
  const { id, createdAt } = filing
  return (
    <tr
      className={`${list.row} ${classes.row}`}
      data-id={id}
      data-open={isOpen || undefined}
      aria-selected={isOpen}
      tabIndex={isFocusable ? 0 : -1}
      onFocus={() => onActive(id)}
      onClick={onOpen}
      onKeyDown={(event) => event.key === 'Enter' && event.target === event.currentTarget && onOpen()}
    >
      <ReceivedCell className={classes.received} at={createdAt} now={now} />
      <CourtCell className={classes.court} court={court} />
      <FilingCell filing={filing} />
      <td className={classes.docs} title={documentsTitle(t, summary)}>
        {documentsOf(summary)}
      </td>
      <td className={classes.told}>
        <ToldCell summary={summary} />
      </td>
    </tr>
  )
}

function FilingCell({ filing }: { filing: FilingRow }) {
  const { t } = useTranslation()
  const { caseName, docketNumber, event, documentNumber, docketText } = filing
  const title = caseName || event || t('told.table.untitled')
  const number = documentNumber && t('told.filing.number', { number: documentNumber })
  const detail = [number, event || docketText?.slice(0, 300)].filter(Boolean).join(' · ')
  return <TitleCell className={classes.filing} title={title} number={docketNumber} detail={detail} />
}

function documentsOf(summary: FilingSummary | undefined): string {
  if (summary?.documents === undefined) return ''
  const { documents, kept = documents } = summary
  if (documents === 0) return '–'
  return kept === documents ? String(documents) : `${kept}/${documents}`
}

function documentsTitle(t: TFunction, summary: FilingSummary | undefined) {
  return summary?.documents
    ? t('told.table.documents', { kept: summary.kept ?? 0, count: summary.documents })
    : undefined
}

/** Shows how many people were notified, what prevents the rest, and whether anyone opened a link in the email. */
function ToldCell({ summary }: { summary: FilingSummary | undefined }) {
  const { t } = useTranslation()
  if (summary?.told === undefined) return null
  const { told, waiting = 0, failed = 0, opened = 0, attached = 0 } = summary
  const parts = [
    told > 0 && t('told.people.told', { count: told }),
    waiting > 0 && t('told.people.waiting', { count: waiting }),
    failed > 0 && t('told.people.failed', { count: failed }),
  ].filter((part) => part !== false)
  return (
    <>
      <StatusDot tone={toneOf(summary)}>{parts.length > 0 ? parts.join(', ') : t('told.people.nobody')}</StatusDot>
      {told > 0 && (
        <small className={classes.opened}>
          {opened > 0
            ? t('told.people.opened', { count: opened })
            : t(attached > 0 ? 'told.people.attached' : 'told.people.unopened')}
        </small>
      )}
    </>
  )
}

function toneOf({ told = 0, waiting = 0, failed = 0 }: FilingSummary): Tone {
  if (failed > 0) return 'bad'
  if (waiting > 0) return 'busy'
  return told > 0 ? 'ok' : 'warn'
}
