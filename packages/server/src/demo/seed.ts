import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { judge } from '@courtcrier/contract/resources/judge.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { sql } from 'kysely'
import type { DemoLogIn } from '../api/demo.ts'
import { makePasswords } from '../auth/passwords.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { findCourt } from '../courts/directory.ts'
import { addUser, createFirm } from '../firm/create-firm.ts'
import { createRow, type Writer } from '../resources/store.ts'
import type { Seeder } from './seed-setup.ts'
import { seedSetup } from './seed-setup.ts'
import type { DemoCase, DemoWorld } from './world.ts'

/** Everybody's password; it protects a firm that does not exist, on this machine only. */
const password = 'courtcrier-demo'

const people = [
  { role: 'Administrator', email: 'admin@harlanlowe.example', fullName: 'Dana Whitfield' },
  { role: 'Manager', email: 'manager@harlanlowe.example', fullName: 'Ruth Alvarado' },
  { role: 'View Only', email: 'viewer@harlanlowe.example', fullName: 'Peter Nakamura' },
  { role: 'Docketing', email: 'docketing@harlanlowe.example', fullName: 'Maria Delgado' },
] as const

export const demoLogIns: readonly DemoLogIn[] = people.map(({ role, email }) => ({ role, email, password }))

/** Makes the demo firm with its people, courts, clients, matters and cases. Gives false when it is there already. */
export async function seedFirm(services: Services, world: DemoWorld): Promise<boolean> {
  if (await hasFirm(services)) return false
  const passwords = makePasswords()
  const made = await createFirm(
    { ...services, passwords },
    {
      name: world.firm.name,
      hostNames: [],
      adminEmail: people[0].email,
      adminName: people[0].fullName,
      adminPassword: password,
      incomingEmailAddresses: [`*@${world.firm.domain}`],
    },
  )
  const { firmId, roleIds } = made
  const hash = await passwords.hash(password)
  await withFirm(services.database, firmId, async (trx) => {
    for (const { role, email, fullName } of people.slice(1)) {
      await addUser(trx, services, { firmId, values: { email, fullName, securityRoleId: roleIds[role] }, hash })
    }
    await sql`update firms set primary_color = '#23407a', max_email_attachment_size = 20000000, entitled_features = '{tracking}', default_time_zone = 'America/New_York'
      where firm_id = ${firmId}`.execute(trx)
    await seedRecords(seederOf(trx, services, firmId), world)
  })
  return true
}

async function hasFirm(services: Services): Promise<boolean> {
  return withSystem(services.database, async (trx) => {
    const { rows } = await sql`select 1 from firms limit 1`.execute(trx)
    return rows.length > 0
  })
}

/** Makes records the way the API does, so that the demo's data is what a person could have entered. */
function seederOf(trx: Trx, services: Services, firmId: number): Seeder {
  const administrator = systemRoles.find((role) => role.name === 'Administrator')
  if (!administrator) throw new Error('there is no role named Administrator')
  const role = { id: '', ...administrator }
  const writer: Writer = { firmId, role, userId: undefined, timekeeperId: undefined, box: services.secrets }
  return async (resource, values) => String((await createRow(trx, resource, values, writer)).id)
}

async function seedRecords(make: Seeder, world: DemoWorld): Promise<void> {
  const setup = await seedSetup(make)
  const timekeepers = new Map<string, string>()
  for (const { id, name, first, last, title, email } of world.people) {
    const isAttorney = !/paralegal|clerk|assistant/i.test(title)
    timekeepers.set(
      id,
      await make(timekeeper, {
        fullName: name,
        sortName: `${last}, ${first}`,
        email,
        title,
        isAttorney,
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
  const context = { make, once, timekeepers, jurisdictions, ofMatters: setup.matters }
  for (const entry of world.cases) await seedCase(entry, context)
}

/** Of a county court that does not exist, to show what a firm can write for one that nobody else reads. */
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
  /** What every matter has in common. */
  ofMatters: AnyRow
}

async function seedCase(entry: DemoCase, context: CaseContext): Promise<void> {
  const { make, once, timekeepers, jurisdictions, ofMatters } = context
  const jurisdictionId = jurisdictions.get(entry.courtId)
  const assigned = entry.attorneyIds.flatMap((id) => timekeepers.get(id) ?? [])
  const clientId = await once(client, entry.client.number, {
    name: entry.client.name,
    number: entry.client.number,
    openDate: entry.filedOn,
  })
  const matterId = await once(matter, entry.matterNumber, {
    name: `${entry.client.name}: ${entry.natureOfSuit}`,
    number: entry.matterNumber,
    clientId,
    status: entry.closedOn ? 'Closed' : 'Open',
    supervisingTimekeeperId: assigned[0],
    ...ofMatters,
  })
  const judgeId = await once(judge, `${entry.courtId} ${entry.judge.name}`, { name: entry.judge.name, jurisdictionId })
  await make(courtCase, {
    name: entry.name,
    caseNumber: entry.docketNumber,
    jurisdictionId,
    matterId,
    assignedTimekeepers: assigned,
    judgeId,
    uniqueKey: entry.courtCaseId,
    filedDate: entry.filedOn,
    closeDate: entry.closedOn ?? null,
    status: entry.closedOn ? 'Closed' : 'Open',
    description: entry.natureOfSuit,
  })
}

function makeOnce(make: Seeder): CaseContext['once'] {
  const known = new Map<string, string>()
  return async (resource, key, values) => {
    const id = known.get(`${resource.name} ${key}`) ?? (await make(resource, values))
    known.set(`${resource.name} ${key}`, id)
    return id
  }
}
