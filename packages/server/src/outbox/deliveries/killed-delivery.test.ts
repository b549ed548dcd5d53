import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import type { ClaimedJob } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import { claimed, openTestServices, plantFiling, rowById, type TestServices } from '../copies/test-filing.ts'
import { type OutgoingMail, openOutgoingMail } from '../mail/outgoing-mail.ts'
import { openNotes } from '../mail/receipts.ts'
import { type MailCatcher, openMailCatcher, smtpRefusal } from '../mail/test-mail-server.ts'
import { openKind } from '../run.ts'
import { deliveryKind } from './kind.ts'
import { plantDelivery } from './planted-delivery.fixture.ts'

const deliver = (services: Services, mail: OutgoingMail, job: ClaimedJob) =>
  openKind(deliveryKind(services, mail)).run(job)

let services: TestServices
let catcher: MailCatcher
let mail: OutgoingMail
const closers: (() => unknown)[] = []

beforeEach(async () => {
  services = await openTestServices({ COURTCRIER_MAIL_FROM: 'courtcrier@hale-osei.example' })
  await openMail()
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  await services.close()
})

test('an email whose acceptance a killed server had no time to record is not sent again', async () => {
  const filing = await plantFiling(services, { documents: [{ content: 'pdf' }] })
  const id = await plantDelivery(services, filing)
  await killedWhile('recording', id)
  expect(await rowById(services, 'deliveries', id)).toMatchObject({ status: 'sending' })
  await deliver(services, mail, claimed({ firmId: 1, id }))
  expect(catcher.caught).toHaveLength(1)
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    status: 'sent',
    attached_count: 1,
    sentence: 'Emailed to r.osei@hale-osei.example with 1 document attached.',
  })
})

test('nor is it if the kill also lost the mark that it was being sent', async () => {
  const id = await plantDelivery(services, await plantFiling(services))
  await killedWhile('recording', id)
  await loseMark(id)
  await deliver(services, mail, claimed({ firmId: 1, id }))
  expect(catcher.caught).toHaveLength(1)
  expect(await rowById(services, 'deliveries', id)).toMatchObject({ status: 'sent', attempts: 1 })
})

test('nor is it if it has to wait for its turn after that', async () => {
  const id = await plantDelivery(services, await plantFiling(services))
  await killedWhile('recording', id)
  const refusal = { waitMs: 1, isSlow: false }
  const full = { mayTake: () => false, take: () => refusal, takeSoon: async () => refusal }
  for (let n = 0; n < 2; n++) await openKind(deliveryKind(services, mail, full)).run(claimed({ firmId: 1, id }))
  expect(await rowById(services, 'deliveries', id)).toMatchObject({ status: 'waiting', attempts: 1 })
  await deliver(services, mail, claimed({ firmId: 1, id }))
  expect(catcher.caught).toHaveLength(1)
  expect(await rowById(services, 'deliveries', id)).toMatchObject({ status: 'sent', attempts: 2 })
})

test('an email handed over to a mail server that never answered goes out once more, then a person decides', async () => {
  const id = await plantDelivery(services, await plantFiling(services))
  for (let kills = 1; kills <= 2; kills++) {
    await killedWhile('waiting for the answer', id)
    await loseMark(id)
    expect(catcher.caught).toHaveLength(kills)
  }
  await deliver(services, mail, claimed({ firmId: 1, id }))
  expect(catcher.caught).toHaveLength(2)
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    status: 'failed',
    sentence: expect.stringContaining('interrupted twice before the mail server answered'),
  })
})

test('an email that was refused is not taken for one that may have been delivered', async () => {
  const refusals = [smtpRefusal(451, 'try later'), smtpRefusal(451, 'try later')]
  await openMail({
    onData: (stream, _session, done) => stream.resume().on('end', () => done(refusals.shift())),
  })
  const id = await plantDelivery(services, await plantFiling(services))
  for (let kills = 1; kills <= 2; kills++) {
    await killedWhile('recording', id)
    await loseMark(id)
  }
  await deliver(services, mail, claimed({ firmId: 1, id }))
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    status: 'sent',
    sentence: 'Emailed to r.osei@hale-osei.example.',
  })
})

test('an email that a mail server took twice and never answered is not handed over again: a person decides', async () => {
  let taken = 0
  await openMail({
    onData: (stream) => {
      stream.resume().on('end', () => {
        taken++
        catcher.disconnect()
      })
    },
  })
  const id = await plantDelivery(services, await plantFiling(services))
  for (let tries = 1; tries <= 2; tries++) {
    await deliver(services, mail, claimed({ firmId: 1, id }))
    expect(await rowById(services, 'deliveries', id)).toMatchObject({ status: 'waiting', attempts: tries })
  }
  const { problem } = mail.state() ?? {}
  expect(problem).toBeDefined()
  await deliver(services, mail, claimed({ firmId: 1, id }))
  expect(taken).toBe(2)
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    status: 'failed',
    sentence: expect.stringContaining(
      'twice without an answer, so it may have been delivered. Check with the recipient',
    ),
  })
  // What wasn't tried says nothing about the mail server.
  expect(mail.state()).toMatchObject({ problem })
})

test('how often an answer was lost is kept while the email waits, and forgotten with it', async () => {
  const id = await plantDelivery(services, await plantFiling(services))
  const counts: number[] = []
  const send: OutgoingMail['send'] = async (message, options) => {
    const notes = openNotes(options?.receipt)
    counts.push(notes.lost())
    if (counts.length === 2) return mail.send(message, options)
    for (const moment of ['handedOver', 'lost'] as const) notes.note(moment)
    return { retry: 'No answer.' }
  }
  for (let tries = 1; tries <= 2; tries++) await deliver(services, { ...mail, send }, claimed({ firmId: 1, id }))
  expect(counts).toEqual([0, 1])
  expect(await rowById(services, 'deliveries', id)).toMatchObject({ status: 'sent', attempts: 2 })
  expect(await readdir(path.join(services.config.dataFolder, 'handed-over'))).not.toContain(id)
})

/** Replaces the mail server with a new one; `options` can make it refuse. */
async function openMail(options?: SMTPServerOptions): Promise<void> {
  const opened = await openMailCatcher(options)
  const outgoing = openOutgoingMail(
    { ...services.config, outgoing: { host: '127.0.0.1', port: opened.port, isSecure: false } },
    services.log,
  )
  catcher = opened
  mail = outgoing
  closers.push(
    () => opened.close(),
    () => outgoing.close(),
  )
}

/** Sends a delivery's email as a server does that is killed before it records the result, or before there is one. */
async function killedWhile(when: 'recording' | 'waiting for the answer', id: string): Promise<void> {
  const send: OutgoingMail['send'] = async (message, options) => {
    const receipt = options?.receipt
    const unanswered = receipt && { ...receipt, accepted: '' }
    return mail.send(message, { ...options, receipt: when === 'recording' ? receipt : unanswered })
  }
  const kind = openKind({
    ...deliveryKind(services, { ...mail, send }),
    record: () => Promise.reject(new Error('killed')),
  })
  await expect(kind.run(claimed({ firmId: 1, id }))).rejects.toThrow('killed')
}

/** A kill loses what the embedded database committed without waiting for the disk. */
async function loseMark(id: string): Promise<void> {
  await withSystem(services.database, (trx) =>
    sql`update deliveries set status = 'waiting', attempts = attempts - 1 where id = ${id}::uuid`.execute(trx),
  )
}
