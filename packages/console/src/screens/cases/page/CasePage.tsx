import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useRecordLayout } from '../../../resource/list/use-record-layout.ts'
import { RecordFacts } from '../../../resource/RecordFacts.tsx'
import { getRow } from '../../../session/api.ts'
import { useRole } from '../../../session/session-store.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingFields, LoadingPage } from '../../../ui/Loading.tsx'
import { lazy } from '../../../ui/lazy.ts'
import '../../inbox/text.ts'
import '../../inbox/item/text.ts'
import '../../notifications/text.ts'
import { FiledSection } from '../../filed/FiledSection.tsx'
import { MissingRecord } from '../../filed/MissingRecord.tsx'
import './text.ts'
import { CaseHeader, type CaseRow } from './CaseHeader.tsx'
import { CaseTabs } from './CaseTabs.tsx'
import classes from './case-page.module.css'
import { useDocket } from './case-queries.ts'
import { DocketTab } from './DocketTab.tsx'
import { DocumentsTab } from './DocumentsTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { TrackingTab } from './TrackingTab.tsx'
import { useCasePlace } from './use-case-place.ts'
import { useShownTabs } from './use-shown-tabs.ts'

const FilingFrame = lazy(() => import('../../notifications/FilingFrame.tsx'))

/** Shows one case: its docket, documents, people, copies, tracking and history. */
export default function CasePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  return <Page key={id} id={id} />
}

function Page({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [courtCase.name, 'row', id],
    queryFn: ({ signal }) => getRow(courtCase, id, signal),
  })
  if (error && 'status' in error && error.status === 404) return <MissingRecord resource={courtCase} />
  if (error && !data) return <ErrorState isPage error={error} retry={() => void refetch()} />
  if (!data) return <LoadingPage />
  return <Case id={id} row={data} />
}

function Case({ id, row }: { id: string; row: CaseRow }) {
  const place = useCasePlace()
  const layout = useRecordLayout()
  const tabs = useShownTabs()
  const tab = tabs.includes(place.tab) ? place.tab : (tabs[0] ?? 'details')
  const docket = useDocket(id, place.page, tabs.includes('docket'))
  const { filingId } = place
  const isOver = layout !== 'page'
  const filing = (
    <Suspense fallback={isOver ? null : <LoadingFields />}>
      <FilingFrame id={filingId} layout={isOver ? 'over' : 'page'} onClose={() => place.openFiling(undefined)} />
    </Suspense>
  )
  if (filingId && !isOver) return filing
  return (
    <div className={classes.page}>
      <CaseHeader row={row} />
      <CaseTabs tabs={tabs} current={tab} docket={docket.data} />
      <div className={classes.body}>
        {tab === 'docket' && <DocketTab id={id} place={place} docket={docket} tabs={tabs} />}
        {tab === 'documents' && <DocumentsTab id={id} place={place} />}
        {tab === 'people' && <PeopleTab id={id} />}
        {tab === 'copies' && <FiledSection under="case" id={id} entity="document_copy" />}
        {tab === 'tracking' && <TrackingTab id={id} name={row.name ?? ''} />}
        {tab === 'history' && <HistoryTab id={id} />}
        {tab === 'details' && <DetailsTab row={row} />}
      </div>
      {filing}
    </div>
  )
}

/** Shows everything the case's form has, for those who may not open it too. */
function DetailsTab({ row }: { row: CaseRow }) {
  return (
    <div className={classes.sections}>
      <RecordFacts resource={courtCase} row={{ ...row }} role={useRole()} keys={Object.keys(courtCase.fields)} />
    </div>
  )
}
