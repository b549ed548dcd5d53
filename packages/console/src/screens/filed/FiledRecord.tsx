import { type FiledUnder, filedSections, filedUnder, mayList } from '@courtcrier/contract/filed.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useMatches, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { controlOf } from '../../fields/registry.ts'
import '../../resource/form-text.ts'
import { resourceLabel, resourceWord } from '../../i18n/labels.ts'
import { EditOnPage } from '../../resource/EditOnPage.tsx'
import { RecordFacts } from '../../resource/RecordFacts.tsx'
import { eventsAbout, mayReadLog } from '../../resource/record-address.ts'
import { getRow } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import { Crumbs } from '../../ui/Crumbs.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CourtReading } from './CourtReading.tsx'
import { FiledSection } from './FiledSection.tsx'
import classes from './filed.module.css'
import { MissingRecord } from './MissingRecord.tsx'
import { WallBadge } from './WallBadge.tsx'
import './text.ts'

/** Shows one record: its facts, and its cases, filings, notifications and copies. */
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
  if (error && 'status' in error && error.status === 404) return <MissingRecord resource={resource} />
  if (error && !data) return <ErrorState isPage error={error} retry={() => void refetch()} />
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
      {resource.name === 'matter' && <WallBadge matterId={id} clientId={data.clientId} />}
      {resource.name === 'client' && <WallBadge clientId={id} />}
      <section className={classes.section} aria-labelledby="filed-facts">
        <h2 id="filed-facts" className={classes.heading}>
          {t('filed.facts', { record: resourceWord(resource, 'one') })}
        </h2>
        <RecordFacts resource={resource} row={data} role={role} keys={Object.keys(resource.fields)} />
      </section>
      {resource.name === 'ecfx_jurisdiction' && <CourtReading row={data} />}
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
        .map(({ entity, isCreatable }) => (
          <FiledSection key={entity} under={under} id={id} entity={entity} isCreatable={isCreatable} />
        ))}
    </>
  )
}

/** Shows the number, short name and status, if the record has them. */
function Short({ resource, row }: { resource: Resource; row: Record<string, unknown> }) {
  const parts = ['number', 'citation', 'status'].flatMap((key) => {
    const field = findField(resource, key)
    if (!field || row[key] === undefined || row[key] === null) return []
    const { Cell } = controlOf(field)
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
      {mayReadLog(role) && !resource.isVirtual && (
        <Button variant="default" renderRoot={(props) => <Link {...props} {...eventsAbout(resource.name, id)} />}>
          {t('filed.log')}
        </Button>
      )}
      <EditOnPage resource={resource} id={id} />
    </>
  )
}
