import { subjectAccess } from '@courtcrier/contract/access.ts'
import { type FormatTrial as TrialAnswer, tryFormat } from '@courtcrier/contract/calls/notice-formats.ts'
import type { Notice, ParseResult } from '@courtcrier/contract/notice.ts'
import { noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchRows } from '../../../session/api.ts'
import { ask } from '../../../session/ask.ts'
import { useRole } from '../../../session/session-store.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingFields } from '../../../ui/Loading.tsx'
import { translated } from '../../../ui/translated.ts'
import type { ItemView } from './item-view.ts'
import { RehearsalTable } from './RehearsalTable.tsx'
import classes from './RunAgain.module.css'
import { compareNotices } from './rehearsal.ts'

interface FormatTrialProps {
  view: ItemView
  /** Content while no format is chosen: the result of all active rules. */
  children: ReactNode
}

/** Lets users who may see the firm's own formats try one on the message, even an inactive one. */
export function FormatTrial({ view, children }: FormatTrialProps) {
  const role = useRole()
  return subjectAccess(noticeFormat.subject, role) === 'DENY' ? children : <Trial view={view}>{children}</Trial>
}

function Trial({ view, children }: FormatTrialProps) {
  const { t } = useTranslation()
  const [formatId, setFormatId] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: ['notice_format', 'trial'],
    queryFn: ({ signal }) => searchRows(noticeFormat, { max: 200 }, signal),
  })
  const formats = data?.rows ?? []
  if (formats.length === 0) return children
  return (
    <>
      <Select
        className={classes.formats}
        label={t('inbox.again.with')}
        placeholder={t('inbox.again.all')}
        // Above the dialog, which is above everything else.
        comboboxProps={{ zIndex: 500 }}
        clearable
        searchable
        value={formatId}
        onChange={setFormatId}
        data={formats.map(({ id, name, isActive }) => ({
          value: id,
          label: isActive ? name : t('inbox.again.unused', { name }),
        }))}
      />
      {formatId ? <TrialResult key={formatId} view={view} formatId={formatId} /> : children}
    </>
  )
}

function TrialResult({ view, formatId }: { view: ItemView; formatId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['notice_format', 'trial', formatId, view.item.id],
    queryFn: () => ask(tryFormat, { body: { id: formatId, inboxItemId: view.item.id } }),
    staleTime: 0,
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingFields count={4} />
  return (
    <>
      <p className={classes.explain}>{t('inbox.again.explain')}</p>
      <p className={classes.stop}>{t(verdictKey(data), { name: data.builtIn })}</p>
      {data.problems.length > 0 && (
        <ul className={classes.problems}>
          {data.problems.map(({ field, sentence }) => (
            <li key={`${field} ${sentence}`}>{translated(sentence)}</li>
          ))}
        </ul>
      )}
      {data.result && 'unclear' in data.result && <p className={classes.stop}>{data.result.unclear}</p>}
      {data.result && <RehearsalTable comparisons={compareNotices(view.notice, noticeOf(data.result))} />}
    </>
  )
}

function verdictKey({ wouldHandle, builtIn }: TrialAnswer): string {
  if (wouldHandle) return 'inbox.again.handles'
  return builtIn ? 'inbox.again.builtIn' : 'inbox.again.notFor'
}

function noticeOf(result: ParseResult): Partial<Notice> {
  return 'notice' in result ? result.notice : result.understood
}
