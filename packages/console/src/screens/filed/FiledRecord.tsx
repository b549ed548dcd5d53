import { type FiledUnder, filedSections, filedUnder, mayList } from '@courtcrier/contract/filed.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useMatches, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { cellOf } from '../../fields/cells.ts'
import '../../resource/form-text.ts'
import { resourceLabel, resourceWord } from '../../resource/labels.ts'
import { RecordFacts } from '../../resource/RecordFacts.tsx'
import { recordLink } from '../../resource/record-link.ts'
import { getRow } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import { Crumbs } from '../../ui/Crumbs.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { eventsAbout, mayReadLog } from '../event-logs/log-link.ts'
import { FiledSection } from './FiledSection.tsx'
import classes from './filed.module.css'
import './text.ts'
import { WallBadge } from './WallBadge.tsx'

/** One matter or client: its facts, and everything that is filed, told and stored under it. */
export default function FiledRecord() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const resource = useMatches({ select: (matches) => matches.at(-1)?.staticData.resource })
  return resource ? <FiledPage key={id} resource={resource} id={id} /> : null
}

function FiledPage({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const role = useRole()
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'row', id],
    queryFn: ({ signal }) => getRow(resource, id, signal),
  })
  if (error && !data && 'status' in error && error.status === 404) return <Missing resource={resource} />
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingPage />
  const title = String(data[resource.title] ?? resourceLabel(resource, 'one'))
  const under = filedUnder.find((name) => name === resource.name)
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        crumbs={<Crumbs above={[{ to: resource.route, label: resourceLabel(resource, 'many') }]} here={title} />}
        aside={<Short resource={resource} row={data} />}
        actions={<Actions resource={resource} id={id} />}
      />
      <WallBadge resource={resource} row={data} />
      <section className={classes.section} aria-labelledby="filed-facts">
        <h2 id="filed-facts" className={classes.heading}>
          {t('filed.facts', { record: resourceWord(resource, 'one') })}
        </h2>
        <RecordFacts resource={resource} row={data} role={role} keys={Object.keys(resource.fields)} />
      </section>
      {under && <Sections under={under} id={id} />}
    </div>
  )
}

function Sections({ under, id }: { under: FiledUnder; id: string }) {
  const role = useRole()
  return (
    <>
      {filedSections(under)
        .filter((section) => mayList(section, role))
        .map(({ entity }) => (
          <FiledSection key={entity} under={under} id={id} entity={entity} />
        ))}
    </>
  )
}

/** Number and state, as far as the record has them. */
function Short({ resource, row }: { resource: Resource; row: Record<string, unknown> }) {
  const parts = ['number', 'status'].flatMap((key) => {
    const field = findField(resource, key)
    if (!field || row[key] === undefined || row[key] === null) return []
    const { Cell } = cellOf(field)
    return [<Cell key={key} value={row[key]} field={field} />]
  })
  return (
    <span className={classes.short}>
      {parts.map((part) => (
        <span key={part.key}>{part}</span>
      ))}
    </span>
  )
}

function Actions({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const role = useRole()
  return (
    <>
      {mayReadLog(role) && (
        <Button variant="default" renderRoot={(props) => <Link {...props} {...eventsAbout(resource.name, id)} />}>
          {t('filed.log')}
        </Button>
      )}
      <Button variant="default" renderRoot={(props) => <Link {...props} to={recordLink(resource, id)} />}>
        {t('filed.edit')}
      </Button>
    </>
  )
}

function Missing({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const records = resourceWord(resource, 'many')
  return (
    <EmptyState
      title={t('filed.missing', { record: resourceWord(resource, 'one') })}
      text={t('filed.missingText')}
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} to={resource.route} />}>
          {t('filed.back', { records })}
        </Button>
      }
    />
  )
}
