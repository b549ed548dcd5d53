import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { claimed, plantFiling, rowById, type TestServices } from '../copies/test-filing.ts'
import type { OutgoingMail } from '../mail/outgoing-mail.ts'
import { openNotes } from '../mail/receipts.ts'
import { openKind } from '../run.ts'
import { digestKind } from './kind.ts'
import { claimAllDue } from './schedule.ts'
import { plantPerson, plantScheduled, type TestMail, unfinished, withTestMail } from './test-digests.ts'

const email = 'r.osei@hale-osei.example'
let services: TestServices
let server: TestMail
withTestMail((opened) => {
  ;({ services, server } = opened)
})

test('a daily message whose acceptance a killed server had no time to record is not sent again', async () => {
  const { id, deliveryId } = await dueDaily()
  await killed(id, server.mail.send)
  expect((await rowById(services, 'digests', id)).status).toBe('sending')
  await send(id)
  expect(server.catcher.caught).toHaveLength(1)
  expect((await rowById(services, 'digests', id)).status).toBe('sent')
  expect((await rowById(services, 'deliveries', deliveryId)).status).toBe('sent')
})

test('nothing is left of what was noted of a message that was sent, or that waits after an answer', async () => {
  const { id } = await dueDaily()
  await send(id, async (_message, options) => {
    const notes = openNotes(options?.receipt)
    for (const moment of ['handedOver', 'refused'] as const) notes.note(moment)
    return { retry: 'Try later.' }
  })
  expect((await rowById(services, 'digests', id)).status).toBe('waiting')
  expect(await receipts()).not.toContain(id)
  await send(id)
  expect((await rowById(services, 'digests', id)).status).toBe('sent')
  expect(await receipts()).not.toContain(id)
})

test('a message goes out after an answer was lost in one attempt, and the next was interrupted', async () => {
  const { id, deliveryId } = await dueDaily()
  const unanswered: OutgoingMail['send'] = async (_message, options) => {
    openNotes(options?.receipt).note('handedOver')
    return { retry: 'No answer.' }
  }
  await send(id, unanswered)
  await killed(id, unanswered)
  await send(id)
  expect(server.catcher.caught).toHaveLength(1)
  expect(await rowById(services, 'digests', id)).toMatchObject({ status: 'sent', attempts: 3 })
  expect((await rowById(services, 'deliveries', deliveryId)).status).toBe('sent')
})

test('a message that was handed over in two attempts that were interrupted is left to a person', async () => {
  const { id } = await dueDaily()
  for (let kills = 1; kills <= 2; kills++)
    await killed(id, async (_message, options) => {
      openNotes(options?.receipt).note('handedOver')
      return { retry: 'No answer.' }
    })
  await send(id)
  expect(server.catcher.caught).toEqual([])
  expect(await rowById(services, 'digests', id)).toMatchObject({
    status: 'failed',
    sentence: expect.stringContaining('interrupted twice before the mail server answered'),
  })
})

/** Plants a filing for the daily message of a person, and claims the message when it is due. */
async function dueDaily(): Promise<{ id: string; deliveryId: string }> {
  await plantPerson(services, email)
  const deliveryId = await plantScheduled(services, await plantFiling(services), { email, at: '2026-11-21T10:00:00Z' })
  await claimAllDue(services, new Date('2026-11-21T17:00:00Z'))
  const [id = ''] = await unfinished(services)
  return { id, deliveryId }
}

async function send(id: string, by = server.mail.send): Promise<void> {
  await openKind(digestKind(services, { ...server.mail, send: by })).run(claimed({ firmId: 1, id }))
}

/** Sends a message as a server does that is killed before it records the result. */
async function killed(id: string, by: OutgoingMail['send']): Promise<void> {
  const kind = digestKind(services, { ...server.mail, send: by })
  const run = openKind({ ...kind, record: () => Promise.reject(new Error('killed')) }).run(claimed({ firmId: 1, id }))
  await expect(run).rejects.toThrow('killed')
}

const receipts = () => readdir(path.join(services.config.dataFolder, 'handed-over'))
