import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { areaOfLaw } from '@courtcrier/contract/resources/area-of-law.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { department } from '@courtcrier/contract/resources/department.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import { judge } from '@courtcrier/contract/resources/judge.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { location } from '@courtcrier/contract/resources/location.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import { practiceGroup } from '@courtcrier/contract/resources/practice-group.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { templateStarters } from '@courtcrier/contract/template-starters.ts'
import { sql } from 'kysely'
import { addUser, createFirm } from '../auth/create-firm.ts'
import { makePasswords } from '../auth/passwords.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { findCourt } from '../courts/directory/directory.ts'
import type { DemoLogIn } from '../http/demo.ts'
import { programScope } from '../records/viewer.ts'
import type { Writer } from '../records/write/change.ts'
import { writeRow } from '../records/write/write-rows.ts'
import type { DemoCase, DemoWorld } from './world.ts'

/** Everyone's password; it protects a firm that doesn't exist, on this machine only. */
const password = 'courtcrier-demo'

/** The number of the demo's only firm. */
export const demoFirmId = 1

/** The demo's users, with their title at the firm. */
export const demoPeople = [
  {
    ...{ role: 'Administrator', email: 'admin@harlanlowe.example', fullName: 'Dana Whitfield' },
    ...{ title: 'IT administrator', isTimekeeper: false },
  },
  {
    ...{ role: 'Manager', email: 'manager@harlanlowe.example', fullName: 'Ruth Alvarado' },
    ...{ title: 'Partner', isTimekeeper: true },
  },
  {
    ...{ role: 'View Only', email: 'viewer@harlanlowe.example', fullName: 'Peter Nakamura' },
    ...{ title: 'Paralegal', isTimekeeper: true },
  },
  {
    ...{ role: 'Docketing', email: 'docketing@harlanlowe.example', fullName: 'Maria Delgado' },
    ...{ title: 'Docketing clerk', isTimekeeper: true },
  },
] as const

export const demoLogIns: readonly DemoLogIn[] = demoPeople.map(({ role, email, fullName, title }) => ({
  ...{ role, email, password },
  name: fullName,
  title,
}))

/** Creates the demo firm with its people, courts, clients, matters and cases. Returns false if it already exists. */
export async function seedFirm(services: Services, world: DemoWorld): Promise<boolean> {
  if (await hasFirm(services)) return false
  await addFirm(services, world, [])
  return true
}

/** Creates a firm like the demo's, whose console is reached under these host names. */
export async function addFirm(services: Services, world: DemoWorld, hostNames: readonly string[]): Promise<void> {
  const passwords = makePasswords()
  const made = await createFirm(
    { ...services, passwords },
    {
      name: world.firm.name,
      hostNames,
      adminEmail: demoPeople[0].email,
      adminName: demoPeople[0].fullName,
      adminPassword: password,
      incomingEmailAddresses: [`*@${world.firm.domain}`],
    },
  )
  const { firmId, roleIds } = made
  const hash = await passwords.hash(password, 'installation')
  await withFirm(services.database, firmId, async (trx) => {
    for (const { role, email, fullName } of demoPeople.slice(1)) {
      await addUser(trx, services, { firmId, values: { email, fullName, securityRoleId: roleIds[role] }, hash })
    }
    await sql`update firms set primary_color = '#23407a', max_email_attachment_size = 20000000, entitled_features = '{tracking}', default_time_zone = 'America/New_York'
      where firm_id = ${firmId}`.execute(trx)
    await seedRecords(seederOf(trx, services, firmId), world)
  })
}

async function hasFirm(services: Services): Promise<boolean> {
  return withSystem(services.database, async (trx) => {
    const { rows } = await sql`select 1 from firms limit 1`.execute(trx)
    return rows.length > 0
  })
}

/** Creates records the way the API does, so that the demo's data could have been entered by a person. */
function seederOf(trx: Trx, services: Services, firmId: number): Seeder {
  const writer = demoWriter(services, firmId)
  return async (resource, values) => (await writeRow(trx, resource, { kind: 'create', input: values }, writer)).id
}

/** Writes as an administrator, and without a line in the log for each record of the firm's first day. */
export function demoWriter({ secrets }: Pick<Services, 'secrets'>, firmId: number): Writer {
  return { ...programScope(firmId), box: secrets, isUnlogged: true }
}

async function seedRecords(make: Seeder, world: DemoWorld): Promise<void> {
  const setup = await seedSetup(make)
  const timekeepers = new Map<string, string>()
  for (const [at, { id, name, first, last, title, email }] of world.people.entries()) {
    const isAttorney = !/paralegal|clerk|assistant/i.test(title)
    timekeepers.set(
      id,
      await make(timekeeper, {
        fullName: name,
        sortName: `${last}, ${first}`,
        email,
        title,
        isAttorney,
        // New York has given out no numbers this high.
        ...(isAttorney && { barNumber: `NY ${9_104_273 + at * 48_917}` }),
        billable: true,
        ...(isAttorney ? setup.attorneys : setup.staff),
      }),
    )
  }
  const jurisdictions = new Map<string, string>()
  for (const { id } of world.courts) {
    jurisdictions.set(id, await make(jurisdiction, { name: findCourt(id)?.name ?? id, ecfxJurisdictionIds: [id] }))
  }
  await make(noticeFormat, exampleFormat)
  const once = makeOnce(make)
  const context = { make, once, timekeepers, jurisdictions, setup, clientSince: firstDates(world.cases) }
  for (const entry of world.cases) await seedCase(entry, context)
}

/** Creates one record and returns its ID. */
type Seeder = (resource: Resource, values: AnyRow) => Promise<string>

/** Shared fields of the demo firm's attorneys, its other timekeepers and its matters. */
interface DemoSetup {
  attorneys: AnyRow
  staff: AnyRow
  matters: AnyRow
  bankruptcyGroupId: string
}

/** Creates the offices, departments, groups and templates of the demo firm. */
async function seedSetup(make: Seeder): Promise<DemoSetup> {
  const locationId = await make(location, { name: 'New York', code: 'NYC' })
  await make(location, { name: 'San Francisco', code: 'SFO' })
  const litigation = await make(department, { name: 'Litigation', number: '100' })
  const docketing = await make(department, { name: 'Docketing', number: '200', description: 'Calendar and filings' })
  const practiceGroupId = await make(practiceGroup, { name: 'Commercial Litigation', practiceCode: 'LIT' })
  const bankruptcyGroupId = await make(practiceGroup, { name: 'Bankruptcy and Restructuring', practiceCode: 'BKR' })
  const areaOfLawId = await make(areaOfLaw, { name: 'Civil litigation', code: 'CIV' })
  const emailTemplateId = await make(emailTemplate, noticeTemplate)
  await make(emailTemplate, digestTemplate)
  const attorneys = await make(timekeeperGroup, { ...groupOf('Attorneys'), emailTemplateId })
  const staff = await make(timekeeperGroup, { ...groupOf('Docketing desk'), receiveDailyActivityReport: true })
  return {
    attorneys: { locationId, departmentId: litigation, practiceGroupId, timekeeperGroupId: attorneys },
    staff: { locationId, departmentId: docketing, timekeeperGroupId: staff },
    matters: { locationId, practiceGroupId, areaOfLawId },
    bankruptcyGroupId,
  }
}

function groupOf(name: string): AnyRow {
  return { name, timeZone: 'America/New_York', dailyCadenceDeliveryTime: '17:30' }
}

const noticeTemplate: AnyRow = {
  name: 'Notice of filing',
  subject: templateStarters.FILING.subject,
  body: templateStarters.FILING.body,
}

const digestTemplate: AnyRow = {
  name: 'Daily summary',
  kind: 'DAILY_MESSAGE',
  subject: templateStarters.DAILY_MESSAGE.subject,
  body: templateStarters.DAILY_MESSAGE.body,
}

/** For a county court that doesn't exist, to show a format a firm can define for a court Courtcrier doesn't read. */
const exampleFormat: AnyRow = {
  name: 'Example County District Clerk',
  kind: 'service',
  senderDomains: ['districtclerk.examplecounty.example'],
  subjectPatterns: ['Notice of Service in {docket number}', 'Filing in {docket number} - {case name}'],
  ecfxJurisdictionId: 'texbizct',
  docketNumberLabels: ['Case No.', 'Cause Number'],
  caseNameLabels: ['Case Style'],
  documentTitleLabels: ['Document'],
  docketTextLabels: ['Docket Text'],
  filedDateLabels: ['Filed', 'Date Filed'],
  filedByLabels: ['Filed By'],
  referenceLabels: ['Envelope Number'],
  recipientLabels: ['Served On'],
  linkHosts: ['documents.examplecounty.example'],
  linkWords: ['view document', 'download'],
  requiredParts: ['case name', 'reference'],
}

interface CaseContext {
  make: Seeder
  once: (resource: Resource, key: string, values: AnyRow) => Promise<string>
  timekeepers: ReadonlyMap<string, string>
  jurisdictions: ReadonlyMap<string, string>
  setup: DemoSetup
  /** The date of each client's first case, by its number. */
  clientSince: ReadonlyMap<string, string>
}

function firstDates(cases: readonly DemoCase[]): ReadonlyMap<string, string> {
  const dates = new Map<string, string>()
  for (const { client: ofCase, filedOn } of cases) {
    const known = dates.get(ofCase.number)
    if (known === undefined || filedOn < known) dates.set(ofCase.number, filedOn)
  }
  return dates
}

async function seedCase(entry: DemoCase, context: CaseContext): Promise<void> {
  const { make, once, timekeepers, jurisdictions, setup, clientSince } = context
  const records = entry.records ?? [{ docketNumber: entry.docketNumber, name: entry.name }]
  if (records.length === 0) return
  const jurisdictionId = jurisdictions.get(entry.courtId)
  const assigned = entry.attorneyIds.flatMap((id) => timekeepers.get(id) ?? [])
  const clientId = await once(client, entry.client.number, {
    name: entry.client.name,
    number: entry.client.number,
    openDate: clientSince.get(entry.client.number),
  })
  const matterId = await once(matter, entry.matterNumber, {
    name: entry.matterName ?? `${entry.client.name}: ${entry.natureOfSuit}`,
    number: entry.matterNumber,
    clientId,
    // A matter with several cases goes on after one of them.
    status: entry.closedOn && entry.matterName === undefined ? 'Closed' : 'Open',
    supervisingTimekeeperId: assigned[0],
    ...setup.matters,
    ...(entry.chapter && { practiceGroupId: setup.bankruptcyGroupId }),
  })
  const judgeId = await once(judge, `${entry.courtId} ${entry.judge.name}`, { name: entry.judge.name, jurisdictionId })
  for (const { docketNumber, name } of records) {
    await make(courtCase, {
      name,
      caseNumber: docketNumber,
      jurisdictionId,
      matterId,
      assignedTimekeepers: assigned,
      judgeId,
      // Records that share the court's case don't have its ID, which would name one of them.
      uniqueKey: entry.records ? null : entry.courtCaseId,
      filedDate: entry.filedOn,
      closeDate: entry.closedOn ?? null,
      status: entry.closedOn ? 'Closed' : 'Open',
      description: entry.natureOfSuit,
    })
  }
}

function makeOnce(make: Seeder): CaseContext['once'] {
  const known = new Map<string, string>()
  return async (resource, key, values) => {
    const id = known.get(`${resource.name} ${key}`) ?? (await make(resource, values))
    known.set(`${resource.name} ${key}`, id)
    return id
  }
}
