import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Crumbs } from '../../ui/Crumbs.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { SearchParams } from '../../ui/search-params.ts'
import './text.ts'
import { TrailLineItem } from './TrailLineItem.tsx'
import classes from './trail.module.css'
import { fetchTrail, type LineKind, lineKinds, type Trail } from './trail.ts'

/** Shows one notice from end to end: everything received, decided, sent, saved and logged. */
export default function TrailScreen() {
  const { t } = useTranslation()
  const { entity = '', id = '' }: { entity?: string; id?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: [inboxItem.name, 'trail', entity, id],
    queryFn: ({ signal }) => fetchTrail(entity, id, signal),
    meta: { shows: [delivery.name, documentCopy.name, courtDocument.name, envelope.name, systemEvent.name] },
    enabled: entity !== '',
  })
  const title = trailTitle(data) ?? t('trail.title')
  const isMissing = entity === '' || (error && 'status' in error && error.status === 404)
  return (
    <div className={classes.page}>
      <PageHeader
        title={title}
        crumbs={<Crumbs above={[{ to: inboxItem.route, label: t('nav.inbox') }]} here={t('trail.title')} />}
      />
      <p className={classes.lead}>{t('trail.lead')}</p>
      {isMissing && (
        <EmptyState
          title={t('trail.missing')}
          text={t('trail.missingText')}
          action={
            <Button variant="default" renderRoot={(props) => <Link {...props} to={inboxItem.route} />}>
              {t('trail.toInbox')}
            </Button>
          }
        />
      )}
      {error && !isMissing && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && !isMissing && <LoadingRows />}
      {data && <TrailBody trail={data} />}
    </div>
  )
}

function TrailBody({ trail }: { trail: Trail }) {
  const { t } = useTranslation()
  const { kinds, setKinds } = useKinds()
  const counts = new Map(lineKinds.map((kind) => [kind, trail.lines.filter((line) => line.kind === kind).length]))
  const present = lineKinds.filter((kind) => counts.get(kind))
  const lines = trail.lines.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))
  return (
    <>
      <fieldset className={classes.kinds}>
        <legend>{t('trail.narrow')}</legend>
        {present.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={kinds.includes(kind)}
              onChange={({ currentTarget: { checked } }) =>
                setKinds((now) => (checked ? [...now, kind] : now.filter((known) => known !== kind)))
              }
            />
            {t(`trail.kind.${kind}`)} <span className="num">{counts.get(kind)}</span>
          </label>
        ))}
      </fieldset>
      {lines.length === 0 && (
        <EmptyState
          title={t('trail.none')}
          action={
            <Button variant="default" onClick={() => setKinds(() => [])}>
              {t('trail.all')}
            </Button>
          }
        />
      )}
      <ol className={classes.lines}>
        {lines.map((line, index) => (
          <TrailLineItem key={`${line.kind} ${line.row.id}`} line={line} before={lines[index - 1]} />
        ))}
      </ol>
    </>
  )
}

type Kinds = readonly LineKind[]

/** Manages the choice in the address; no choice means everything. It changes from what it is then, not what is shown. */
function useKinds(): { kinds: Kinds; setKinds: (change: (now: Kinds) => Kinds) => void } {
  const navigate = useNavigate()
  const search: SearchParams = useSearch({ strict: false })
  return {
    kinds: kindsIn(search),
    setKinds: (change) => {
      const next = (now: SearchParams) => ({ ...now, show: [...change(kindsIn(now))] })
      void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
    },
  }
}

function kindsIn({ show }: SearchParams): Kinds {
  const asked = [show ?? []].flat()
  return lineKinds.filter((kind) => asked.includes(kind))
}

function trailTitle(trail: Trail | undefined): string | undefined {
  const received = trail?.lines.find(({ kind }) => kind === 'received')
  const title = trail?.filing?.caseName ?? trail?.filing?.[envelope.title] ?? received?.row.subject
  return title ? String(title) : undefined
}
