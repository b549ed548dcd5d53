import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { longTest } from '../testing/in-long-run.ts'
import { everyNth } from '../testing/long-run.ts'
import { receiveMessage } from './receive.ts'
import { makeDns } from './testing/court-mail.ts'
import { type HostileService, startHostileService } from './testing/hostile-service.ts'
import { base64Attachment, mimeBombs } from './testing/mime-bombs.ts'
import { watchThread } from './testing/watch-thread.ts'
import { mostLookups } from './watch-lookups.ts'

/** The processor time, in milliseconds, for which a message may hold everyone else's requests at once. */
const mostHeldMs = 250
/** Questions to the DNS about one message, with those about the messages attached to it. */
const mostAsked = 3 * mostLookups

const dns = makeDns()
let service: HostileService
/** The first message, once it is read. */
let compiled: Promise<void> | undefined
beforeAll(async () => {
  service = await startHostileService(dns.resolve)
})
afterAll(() => service?.close())

const harmless = (name: string) => Buffer.from(`From: ECF-CAND@cand.uscourts.gov\r\nSubject: ${name}\r\n\r\nharmless`)

/** One sentence for a person, who has the whole message. */
async function expectRead(message: Buffer): Promise<void> {
  const { answer, id, outcome } = await service.send(message)
  expect(answer).toMatch(/^250/)
  expect(outcome).toEqual({ status: 'Action Required', reason: expect.stringMatching(/^\S.{10,500}\.$/s) })
  expect((await savedAs(id)).subarray(0, message.length).equals(message)).toBe(true)
}

async function savedAs(id = ''): Promise<Buffer> {
  const { rows } = await withFirm(service.services.database, 1, (trx) =>
    sql<{ file: string }>`select raw_content as file from inbox_items where id = ${id}::uuid`.execute(trx),
  )
  return Buffer.from(await service.services.blobs.get(rows[0]?.file ?? ''))
}

test.each(everyNth(mimeBombs, 3))('%s: a person reads it, and it holds nothing else', async (name, make) => {
  const message = await make()
  // Compiling is not what this measures.
  compiled ??= expectRead(harmless('before all'))
  await compiled
  dns.asked.length = 0
  const watch = watchThread()
  await expectRead(message)
  const held = watch.stop()
  expect(dns.asked.length).toBeLessThanOrEqual(mostAsked)
  await expectRead(harmless(`after ${name}`))
  expect(held).toBeLessThan(mostHeldMs)
})

longTest(
  'an attachment of 100 MB is refused by SMTP, and read from a mailbox it says that it is too large',
  async () => {
    const message = base64Attachment(105_000_000)
    expect((await service.send(message)).answer).toMatch(/^552 .*larger than/)
    const { services } = service
    const watch = watchThread()
    const { itemId } = await receiveMessage(services, { firmId: 1, raw: message, via: 'imap', source: 'the mailbox' })
    expect(await service.outcomeOf(itemId)).toEqual({
      status: 'Action Required',
      reason: 'The message is larger than 64 MB.',
    })
    expect(watch.stop()).toBeLessThan(mostHeldMs)
    expect((await savedAs(itemId)).equals(message)).toBe(true)
  },
)
