import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Installation, signIn, startInstallation, until, untilAtRest } from './harness.ts'
import { hashFilesBelow } from './hash-files.ts'

/** A state court whose clerk stamps a paper only after a while, from the notice to the mails and the saved document. */

let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  const mix = { withDocument: 1, withoutDocument: 0, sealed: 0, transcript: 0, attachments: 0, regenerated: 0, odd: 0 }
  installation = await startInstallation({ sandbox: { profile: 'demo', kinds: ['state'], mix, lateStamps: 8 } })
  call = await signIn(installation.url, 'Administrator')
})
afterAll(() => installation?.close())

test('people are notified without the stamp, then once with it, and only the stamped document is saved, once', async () => {
  await waitForStamps()
  const { sandbox, smtp } = installation
  expect((await sandbox.sendFilings({ smtp, count: 1 })).refused).toEqual([])
  await until(async () => (await sandbox.mails()).length > 0)
  expect(await saved()).toEqual([])
  await untilAtRest(call)
  const mails = await sandbox.mails()
  const people = new Set(mails.map(({ envelopeTo }) => envelopeTo.join()))
  const textsTo = (person: string) => mails.filter(({ envelopeTo }) => envelopeTo.join() === person)
  for (const person of people)
    expect(textsTo(person).map(({ text }) => text)).toEqual([
      expect.stringContaining("The documents don't have the court's stamp yet."),
      expect.stringContaining('The court has stamped the documents.'),
    ])
  const [filing] = sandbox.filings()
  expect(await saved()).toEqual(filing?.documents.map(({ sha256 }) => sha256))
})

async function waitForStamps(): Promise<void> {
  const processing = await add('document_processing', {
    name: 'Stamped papers only',
    wait_for_stamp: true,
    max_minutes_wait_for_stamp: 60,
    release_unstamped_while_waiting: true,
    minutes_wait_before_unstamped_release: 0,
    extraction_provider: 'NO_PROVIDER',
  })
  const chosen = { description: 'Every court', order: 1, enabled: true, document_processing_id: processing }
  await add('jurisdiction_preference', chosen)
}

async function add(entity: string, fields: Record<string, unknown>): Promise<string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const answer = await call(`/api/v1/${entity}`, { method: 'POST', headers, body: JSON.stringify(fields) })
  expect(answer.ok, await answer.clone().text()).toBe(true)
  return ((await answer.json()) as { id: string }).id
}

/** The digests of the documents in the firm's folder, each as often as it is there. */
async function saved(): Promise<readonly string[]> {
  return [...(await hashFilesBelow(path.join(installation.folder, 'storage'))).values()]
}
