import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { type CourtCase, courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { type Matter, matter } from '@courtcrier/contract/resources/matter.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { choiceLabel, fieldInWords, fieldLabel, resourceLabel } from '../../../i18n/labels.ts'
import { EditOnPage } from '../../../resource/EditOnPage.tsx'
import { RecordReference } from '../../../resource/RecordReference.tsx'
import { useRole } from '../../../session/session-store.ts'
import { Crumbs } from '../../../ui/Crumbs.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { StatusDot } from '../../../ui/StatusDot.tsx'
import { CourtLink } from '../../filed/CourtLink.tsx'
import { WallBadge } from '../../filed/WallBadge.tsx'
import { useCourtNames } from '../../inbox/use-courts.ts'
import classes from './case-page.module.css'
import { useLinked } from './case-queries.ts'
import { MadeByRule } from './MadeByRule.tsx'

/** A case as far as the role may see it. */
export type CaseRow = Partial<CourtCase> & { id: string }

/** Shows what the case is: court, number, judge, matter, client and status, each with its link. */
export function CaseHeader({ row }: { row: CaseRow }) {
  const title = row.name || row.caseNumber || resourceLabel(courtCase, 'one')
  const ofMatter = useLinked(matter, row.matterId)
  return (
    <>
      <PageHeader
        title={title}
        crumbs={<Crumbs above={[{ to: courtCase.route, label: resourceLabel(courtCase, 'many') }]} here={title} />}
        actions={<EditOnPage resource={courtCase} id={row.id} />}
      />
      <Facts row={row} ofMatter={ofMatter} />
      <MadeByRule id={row.id} madeByRule={row.madeByRule} />
      <WallBadge matterId={row.matterId} clientId={ofMatter?.clientId} />
    </>
  )
}

function Facts({ row, ofMatter }: { row: CaseRow; ofMatter: ReturnType<typeof useLinked<Matter>> }) {
  const { t } = useTranslation()
  const { jurisdictionId, caseNumber, judgeId, matterId, status } = row
  const clientId = ofMatter?.clientId
  return (
    <dl className={classes.facts} aria-label={t('casePage.facts')}>
      {jurisdictionId && (
        <Fact name={fieldLabel(courtCase, 'jurisdictionId')}>
          <Court id={jurisdictionId} />
        </Fact>
      )}
      {caseNumber && (
        <Fact name={fieldLabel(courtCase, 'caseNumber')}>
          <span className="num">{caseNumber}</span>
        </Fact>
      )}
      {judgeId && (
        <Fact name={fieldLabel(courtCase, 'judgeId')}>
          <RecordReference entity="judge" id={judgeId} />
        </Fact>
      )}
      {matterId && (
        <Fact name={fieldLabel(courtCase, 'matterId')}>
          <Numbered entity="matter" id={matterId} row={ofMatter} />
        </Fact>
      )}
      {clientId && (
        <Fact name={t('casePage.client')}>
          <Client id={clientId} />
        </Fact>
      )}
      {status && <Status status={status} />}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Status({ status }: { status: string }) {
  const field = fieldInWords(courtCase, 'status')
  return (
    <Fact name={fieldLabel(courtCase, 'status')}>
      <StatusDot tone={status === 'Open' ? 'ok' : 'neutral'}>{field ? choiceLabel(field, status) : status}</StatusDot>
    </Fact>
  )
}

/** Shows the court's short name, if the jurisdiction is one court, with the full one on hover. */
function Court({ id }: { id: string }) {
  const role = useRole()
  const row = useLinked(jurisdiction, id)
  const ids = row?.ecfxJurisdictionIds
  const only = Array.isArray(ids) && ids.length === 1 ? String(ids[0]) : undefined
  const court = useCourtNames([only])(only)
  const isHidden = fieldAccess(jurisdiction, 'name', role) === 'DENY'
  if (!court || isHidden || court.citation === only?.toUpperCase())
    return <RecordReference entity="jurisdiction" id={id} />
  return (
    <CourtLink id={only}>
      <abbr className={classes.court} title={court.name}>
        {court.citation}
      </abbr>
    </CourtLink>
  )
}

function Client({ id }: { id: string }) {
  return <Numbered entity="client" id={id} row={useLinked(client, id)} />
}

/** Shows a name with its number, which tells namesakes apart. */
function Numbered({
  entity,
  id,
  row,
}: {
  entity: string
  id: string
  row: { number?: unknown; name?: unknown } | undefined
}) {
  const parts = [row?.name, row?.number].filter(Boolean)
  return (
    <RecordReference entity={entity} id={id}>
      {parts.length > 0 ? parts.join(' · ') : undefined}
    </RecordReference>
  )
}
