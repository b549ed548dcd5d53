import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { eventsAbout } from '../../../resource/record-address.ts'
import { searchRows } from '../../../session/api.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatDateTime } from '../../../ui/format-time.ts'
import { LoadingRows } from '../../../ui/Loading.tsx'
import { translated } from '../../../ui/translated.ts'
import classes from './case-page.module.css'
import people from './people.module.css'

/** Older events are in the log itself. */
const mostEvents = 50

/** Lists the events about the case, newest first. */
export function HistoryTab({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: [systemEvent.name, 'about', courtCase.name, id],
    queryFn: ({ signal }) => {
      const filters = [
        { field: 'entity', in: [courtCase.name] },
        { field: 'entityId', in: [id] },
      ]
      return searchRows(systemEvent, { max: mostEvents, filters }, signal)
    },
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingRows count={3} />
  if (data.rows.length === 0)
    return <EmptyState title={t('casePage.history.none')} text={t('casePage.history.noneText')} />
  return (
    <div className={classes.sections}>
      <ol className={people.events}>
        {data.rows.map((event) => (
          <li key={event.id}>
            <time className="num" dateTime={event.createdAt}>
              {formatDateTime(event.createdAt)}
            </time>
            <span>{translated(event.sentence)}</span>
          </li>
        ))}
      </ol>
      <p>
        <Link {...eventsAbout(courtCase.name, id)}>{t('casePage.history.all')}</Link>
      </p>
    </div>
  )
}
