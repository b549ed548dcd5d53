import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createFirm } from '../../auth/create-firm.ts'
import { makePasswords } from '../../auth/passwords.ts'
import { readConfig } from '../../base/config.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { openServices } from '../../open-services.ts'
import type { Mail } from '../../outbox/mail/mail.ts'
import { startWorker } from '../../worker.ts'
import { addWorld, putNotice, type RunQuery, readItem } from './stamped-court.fixture.ts'

/**
 * A program for the SIGKILL test: a worker whose one notice waits for its stamp. Prints the notice's status until it is
 * killed, and writes a line for each email. Arguments: the court's gateway, the folder, the database's address if it
 * isn't in the folder.
 */
const [gateway = '', folder = '', url] = process.argv.slice(2)
const config = readConfig({
  COURTCRIER_DATA: folder,
  COURTCRIER_COURT_GATEWAY: gateway,
  COURTCRIER_RETRY_SECONDS: '1',
  ...(url ? { COURTCRIER_DATABASE_URL: url } : {}),
})
const { services } = await openServices(config, { log: pino({ level: 'silent' }), stops: [] })
const run: RunQuery = (query) => query.execute(services.database.kysely)
const itemId = await findOrPut()
const accepted = async () => ({ accepted: true as const, response: '250 OK' })
await startWorker(services, {
  send: async ({ to }: Mail) => {
    appendFileSync(join(folder, 'emails'), `${to.address}\n`)
    return accepted()
  },
  sendSystemMail: accepted,
  verify: async () => undefined,
  putOff: () => undefined,
  state: () => undefined,
  close: async () => undefined,
})
setInterval(async () => {
  const { rows } = await run(readItem(itemId))
  process.stdout.write(`${rows[0]?.status}\n`)
}, 50)

async function findOrPut(): Promise<string> {
  const { rows } = await run(sql<{ id: string }>`select id from inbox_items`)
  if (rows[0]) return rows[0].id
  await createFirm(
    { ...services, passwords: makePasswords({ memory: 64, passes: 1 }) },
    {
      ...{
        name: 'Firm',
        hostNames: ['firm.example'],
        adminEmail: 'admin@firm.example',
        adminPassword: 'correct horse 1',
      },
      incomingEmailAddresses: ['*@firm.example'],
    },
  )
  const { addCase } = await addWorld(run)
  await addCase('illcirctcook', '2024L004001')
  const processing = newId()
  await run(sql`insert into document_processings (firm_id, id, name, wait_for_stamp, max_minutes_wait_for_stamp)
    values (1, ${processing}::uuid, 'Wait', true, 60)`)
  await run(sql`insert into jurisdiction_preferences (firm_id, id, "order", enabled, description, document_processing_id)
    values (1, ${newId()}::uuid, 1, true, 'All courts', ${processing}::uuid)`)
  const link = 'https://illinois.tylerhost.net/ViewServiceDocuments.aspx?SID=7ff2fb72-7baa-4770-8a7c-70c1dd1c0001'
  return withFirm(services.database, 1, (trx) =>
    putNotice(trx, services.jobs, { courtId: 'illcirctcook', docketNumber: '2024L004001', url: link }),
  )
}
