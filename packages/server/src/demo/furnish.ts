import { type AnyRow, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { ethicalWall } from '@courtcrier/contract/resources/ethical-wall.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { notificationRule } from '@courtcrier/contract/resources/notification-rule.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import type { Writer } from '../records/write/change.ts'
import { writeRow, writeRows } from '../records/write/write-rows.ts'
import { furnishDms } from './furnish-dms.ts'
import { demoFirmId, demoPeople, demoWriter } from './seed.ts'

/** The matter that the paralegal may not see, and the client whose own server doesn't accept documents. */
const walledMatter = '10252-0002'
const pausedClient = '10255'

/**
 * Adds what a firm in use has besides people and cases: users who are timekeepers, an ethical wall, a rule, and a
 * second DMS that is not reachable. Written like anyone's changes, so all of it is in force.
 */
export async function furnishFirm(services: Services): Promise<void> {
  await withFirm(services.database, demoFirmId, async (trx) => {
    const desk = await deskOf(trx, services)
    const staff = await seatUsers(desk)
    const walled = await idOf(trx, { resource: matter, field: 'number', value: walledMatter })
    await desk.make(ethicalWall, {
      name: 'Project Juniper',
      matterId: walled,
      timekeeperIds: [staff.get('View Only')],
      description: 'Peter Nakamura worked for the other side before he joined the firm.',
    })
    await desk.make(notificationRule, {
      name: 'Sealed filings go to docketing',
      template: 'event contains "sealed"',
      includeEmails: ['maria.delgado@harlanlowe.example'],
    })
    await addClientServer(desk)
    await furnishDms({ make: desk.make, change: (wanted, input) => change(desk, wanted, input) })
    await assignParalegal(desk, staff.get('View Only') ?? '')
  })
}

/** The administrator at work: what they write is in the log under their name. */
interface Desk {
  trx: Trx
  writer: Writer
  make: (resource: Resource, values: AnyRow) => Promise<string>
}

async function deskOf(trx: Trx, services: Services): Promise<Desk> {
  const userId = await idOf(trx, { resource: user, field: 'email', value: demoPeople[0].email })
  const { isUnlogged: _, ...administrator } = demoWriter(services, demoFirmId)
  const writer: Writer = { ...administrator, userId }
  return {
    trx,
    writer,
    make: async (resource, input) => (await writeRow(trx, resource, { kind: 'create', input }, writer)).id,
  }
}

/** Makes a timekeeper of each demo user who works on cases. Returns the timekeepers' IDs by role. */
async function seatUsers(desk: Desk): Promise<ReadonlyMap<string, string>> {
  const staff = new Map<string, string>()
  for (const { role, email, fullName, title, isTimekeeper } of demoPeople) {
    if (!isTimekeeper) continue
    const [first = '', last = ''] = fullName.split(' ')
    const timekeeperId = await desk.make(timekeeper, {
      fullName,
      sortName: `${last}, ${first}`,
      email: `${first}.${last}@harlanlowe.example`.toLowerCase(),
      title,
      isAttorney: title === 'Partner',
      billable: role !== 'Docketing',
    })
    staff.set(role, timekeeperId)
    await change(desk, { resource: user, field: 'email', value: email }, { timekeeperId })
  }
  return staff
}

/**
 * A client wants its documents on its own server, whose address is in a private network that this server's operator
 * hasn't allowed: nothing is ever sent there, and the copies wait.
 */
async function addClientServer(desk: Desk): Promise<void> {
  const { make } = desk
  const dmsCredentialId = await make(genericCredential, {
    name: 'Redwood Coast file server',
    driver: 'WEBDAV',
    baseUrl: 'https://10.40.8.21/legal',
    username: 'harlanlowe',
    password: 'not-a-real-password',
  })
  const storagePolicyId = await make(storagePolicy, {
    name: 'Redwood Coast',
    documentPath: 'Litigation/{{ matter.number }}/{{ case.case_number }}',
    documentName: '{{ filing.date }} {{ document.number }} {{ document.title }}',
    dmsCredentialId,
  })
  await change(desk, { resource: client, field: 'number', value: pausedClient }, { storagePolicyId })
}

/** The paralegal works on every third case but the one behind the wall. */
async function assignParalegal({ trx, writer }: Desk, timekeeperId: string): Promise<void> {
  const { rows } = await sql<{ id: string; assigned: string[] }>`
    select c.id, c.assigned_timekeepers as assigned from cases c join matters m on m.firm_id = c.firm_id and m.id = c.matter_id
    where c.firm_id = ${demoFirmId} and m.number <> ${walledMatter} order by c.case_number`.execute(trx)
  const chosen = rows.filter((_, at) => at % 3 === 0)
  const changes = chosen.map(({ id, assigned }) => ({
    kind: 'update' as const,
    id,
    input: { assignedTimekeepers: [...assigned, timekeeperId] },
  }))
  const written = await writeRows(trx, courtCase, changes, { ...writer, isUnlogged: true })
  const refused = written.find((each) => each.kind === 'refused')
  if (refused?.kind === 'refused') throw refused.refusal
}

async function change({ trx, writer }: Desk, wanted: Wanted, input: AnyRow): Promise<void> {
  await writeRow(trx, wanted.resource, { kind: 'update', id: await idOf(trx, wanted), input }, writer)
}

interface Wanted {
  resource: Resource
  field: string
  value: string
}

async function idOf(trx: Trx, { resource, field, value }: Wanted): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(tableOf(resource))} where firm_id = ${demoFirmId} and ${sql.ref(field)} = ${value}`.execute(
    trx,
  )
  if (!rows[0]) throw new Error(`the demo has no ${resource.name} ${value}`)
  return rows[0].id
}
