import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostileMails } from '../packages/console/src/screens/inbox/mail/hostile-mail.fixture.ts'
import { withSystem } from '../packages/server/src/base/db/firm-transaction.ts'
import { printMessage } from '../packages/server/src/mail/as-pdf/print-message.ts'
import { textOfPages } from '../packages/server/src/testing/pdf.ts'
import { type Installation, signIn, startInstallation, untilAtRest } from './harness.ts'

let installation: Installation

beforeAll(async () => {
  installation = await startInstallation()
  const { sandbox, smtp, courtcrier, url } = installation
  await withSystem(courtcrier.services.database, (trx) =>
    sql`update storage_policies set store_email = 'pdf'`.execute(trx),
  )
  const call = await signIn(url, 'Docketing')
  await sandbox.sendFilings({ smtp, count: 6 })
  await untilAtRest(call)
})
afterAll(() => installation?.close())

test('a policy that saves notices as PDF saves each notice next to its documents', async () => {
  const { rows } = await withSystem(installation.courtcrier.services.database, (trx) =>
    sql<{ path: string; status: string; subject: string }>`
      select c.path, c.status, i.subject from document_copies c
        join inbox_items i on i.firm_id = c.firm_id and i.id = c.inbox_item_id
      where c.document_id is null`.execute(trx),
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { path: name, status, subject } of rows) {
    expect(status).toBe('succeeded')
    expect(name).toMatch(/\.pdf$/)
    const text = await textOf(await readFile(path.join(installation.folder, 'storage/1', name)))
    expect(text).toContain(`Subject ${subject}`.replace(/\s+/g, ' ').slice(0, 60))
    expect(text).toMatch(/Page 1 of \d/)
  }
  const files = await readdir(path.join(installation.folder, 'storage'), { recursive: true })
  expect(files.filter((name) => name.endsWith('.eml'))).toEqual([])
})

test.each(hostileMails)('the text of an email with %s is printed', async (_, html) => {
  const headers = 'From: a@b.gov\r\nSubject: Mail\r\nContent-Type: text/html; charset=utf-8\r\n\r\n'
  const given = { firmId: 1, timeZone: 'UTC', receivedAt: '2026-11-21T00:00:00Z' }
  const pdf = await printMessage(async () => Buffer.from(headers + html), given)
  expect(await textOf(pdf)).toContain('Words')
})

async function textOf(pdf: Uint8Array): Promise<string> {
  return (await textOfPages(pdf)).join(' ')
}
