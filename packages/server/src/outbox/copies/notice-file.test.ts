import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { ClaimedJob } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import { decodeMessage } from '../../courts/message/mime.ts'
import type { Origin } from '../../mail/origin.ts'
import type { SenderCheck } from '../../mail/sender-check.ts'
import { examineWith } from '../../mail/sender-evidence.ts'
import { courtServer, makeDns, makeMail, timeoutMs } from '../../mail/testing/court-mail.ts'
import { signAs, unsignedMail, withHeader } from '../../mail/testing/signed-mail.ts'
import { checkStrangerForward, signedWords, strangerForward } from '../../mail/testing/stranger-forward.ts'
import { checkSender } from '../../mail/trust.ts'
import { textOfPages } from '../../testing/pdf.ts'
import { openKind } from '../run.ts'
import { copyKind } from './kind.ts'
import { claimed, insert, openTestServices, plantFiling, rowById, type TestServices } from './test-filing.ts'

const storeCopy = (services: Services, job: ClaimedJob) => openKind(copyKind(services)).run(job)

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})
afterEach(() => services.close())

const message = [
  'From: ECF-CAND@cand.uscourts.gov',
  'Date: Sat, 21 Nov 2026 01:41:07 +0000',
  'Subject: Activity in Case 3:26-cv-04417-RS',
  '',
  'The docket text.',
].join('\r\n')

/** Plants a copy of a notice that a policy saves in this form, as the stage plans it. */
async function plantNoticeCopy(received: Uint8Array = Buffer.from(message), form = 'pdf') {
  const policy = { document_path: 'Mail', document_name: '{{ filing.date }} {{ document.title }}', store_email: form }
  const filing = await plantFiling(services, { documents: [], policy, firm: { default_time_zone: 'America/New_York' } })
  const raw = await services.blobs.put(received)
  const id = newId()
  await withSystem(services.database, async (trx) => {
    await sql`update inbox_items set raw_content = ${raw.sha256} where id = ${filing.itemId}::uuid`.execute(trx)
    await insert(trx, 'document_copies', {
      firm_id: 1,
      id,
      envelope_id: filing.envelopeId,
      inbox_item_id: filing.itemId,
      storage_policy_id: filing.policyId,
      file_id: raw.sha256,
      copy_key: `${filing.policyId}:${form}:${filing.itemId}`,
      attempts: 0,
    })
  })
  return { id, raw: raw.sha256, itemId: filing.itemId }
}

async function authenticated(itemId: string, result: SenderCheck) {
  const outcomes = JSON.stringify({ authenticate: { result } })
  await withSystem(services.database, (trx) =>
    sql`update item_progress set outcomes = ${outcomes}::text::jsonb where id = ${itemId}::uuid`.execute(trx),
  )
}

const folder = () => path.join(services.config.storageFolder, '1/Mail')

test("a notice to be saved as a PDF is printed in the firm's time zone", async () => {
  const { id, raw } = await plantNoticeCopy()
  await storeCopy(services, claimed({ firmId: 1, id }))
  expect(await rowById(services, 'document_copies', id)).toMatchObject({
    status: 'succeeded',
    path: 'Mail/2026-11-20 Notice.pdf',
    file_id: expect.not.stringContaining(raw),
  })
  const stored = await readFile(path.join(folder(), '2026-11-20 Notice.pdf'))
  const [text] = await textOfPages(stored)
  expect(text).toMatch(/Friday, November 20, 2026 at 8:41:07 PM EST.*The docket text\./)
})

test('after a crash between the write and its record there is one file', async () => {
  const { id, raw } = await plantNoticeCopy()
  await storeCopy(services, claimed({ firmId: 1, id }))
  await withSystem(services.database, (trx) =>
    sql`update document_copies set status = 'started', file_id = ${raw} where id = ${id}::uuid`.execute(trx),
  )
  await storeCopy(services, claimed({ firmId: 1, id }))
  expect(await rowById(services, 'document_copies', id)).toMatchObject({
    status: 'succeeded',
    sentence: 'Already in the DMS: Mail/2026-11-20 Notice.pdf',
  })
  expect(await readdir(folder())).toEqual(['2026-11-20 Notice.pdf'])
})

test('a PDF made by an earlier attempt is saved as is', async () => {
  const { id } = await plantNoticeCopy()
  const earlier = await services.blobs.put(Buffer.from('%PDF-1.7 as an older version printed it'))
  await withSystem(services.database, (trx) =>
    sql`update document_copies set status = 'delayed', file_id = ${earlier.sha256} where id = ${id}::uuid`.execute(trx),
  )
  await storeCopy(services, claimed({ firmId: 1, id }))
  expect(await readFile(path.join(folder(), '2026-11-20 Notice.pdf'), 'utf8')).toContain('as an older version')
})

test('of a forward of an original that a court signed, only the original is saved, as it was signed', async () => {
  const raw = await strangerForward()
  const { id, itemId } = await plantNoticeCopy(raw)
  await authenticated(itemId, await checkStrangerForward(raw))
  await storeCopy(services, claimed({ firmId: 1, id }))
  const [name = ''] = await readdir(folder())
  const text = (await textOfPages(await readFile(path.join(folder(), name)))).join(' ')
  expect(text).toContain(signedWords)
  expect(text).not.toMatch(/FORGED|evil\.example/)
})

/** A signed notice that was sent again with an encoding in front, in which words of its docket text are markup. */
function resentNotice(): Buffer {
  const written = unsignedMail({ file: 'formats/cmecf-nef/fixtures/ared-case-closed.txt' })
  const plain = withHeader(written, 'Content-Transfer-Encoding:', 'removed').toString('latin1')
  const filed = Buffer.from(plain.replace('MOTION for', `MOTION for ${signedWords}`), 'latin1')
  const signed = signAs(filed, { way: 'cmecf2025', domain: 'uscourts.gov' })
  return withHeader(signed, 'Content-Transfer-Encoding: quoted-printable', 'added')
}

async function savedEmail(raw: Buffer, origin: Origin): Promise<Buffer> {
  const { id, itemId } = await plantNoticeCopy(raw, 'eml')
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  const checked = await checkSender(raw, { message: decoded.message, origin, examine, timeoutMs })
  expect(checked.trust).toBe('verified')
  await authenticated(itemId, checked)
  await storeCopy(services, claimed({ firmId: 1, id }))
  const [name = ''] = await readdir(folder())
  expect(name).toMatch(/\.eml$/)
  return readFile(path.join(folder(), name))
}

const examine = examineWith(makeDns().resolve)

test('a notice that its signature proves is saved as the email that was signed, with the signature', async () => {
  const saved = await savedEmail(resentNotice(), {})
  expect(saved.toString('latin1')).not.toMatch(/quoted-printable/i)
  const decoded = await decodeMessage(saved)
  expect(decoded).toMatchObject({ message: { html: expect.stringContaining(signedWords) } })
  expect(await examine({ raw: saved, origin: {}, trustedSealers: [] })).toMatchObject({ signedBy: 'uscourts.gov' })
})

test('a notice from the court’s own server is saved as the email that was received', async () => {
  const raw = await makeMail({ signedBy: 'cand.uscourts.gov' })
  const saved = await savedEmail(raw, { ...courtServer, mailFrom: 'ecf@cand.uscourts.gov' })
  expect(saved.equals(raw)).toBe(true)
})
