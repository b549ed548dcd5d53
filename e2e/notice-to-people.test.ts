import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Installation, signIn, startInstallation, untilAtRest } from './harness.ts'
import { hashFilesBelow } from './hash-files.ts'

let installation: Installation
let call: Awaited<ReturnType<typeof signIn>>
const filings = 40

beforeAll(async () => {
  installation = await startInstallation()
  call = await signIn(installation.url, 'Docketing')
  const { sandbox, smtp } = installation
  const result = await sandbox.sendFilings({ smtp, count: filings })
  expect(result.refused).toEqual([])
  await untilAtRest(call)
})
afterAll(() => installation?.close())

test('every accepted message is one item', async () => {
  const notices = installation.sandbox.filings().flatMap((filing) => filing.notices)
  expect(notices.length).toBeGreaterThan(filings)
  expect((await counts()).total).toBe(notices.length)
})

test('no link was opened more than once', () => {
  const twice = installation.sandbox.served().filter((link) => link.served > 1)
  expect(twice).toEqual([])
})

test('every document is saved exactly as the court has it, in the folder of its case', async () => {
  const stored = [...(await hashFilesBelow(path.join(installation.folder, 'storage'))).values()]
  const served = installation.sandbox.served().filter((link) => link.served === 1)
  expect(served.length).toBeGreaterThan(10)
  for (const link of served) expect(stored).toContain(link.sha256)
})

test('each person was notified of each filing once', async () => {
  const mails = await installation.sandbox.mails()
  const told = mails.map(
    (mail) => `${mail.envelopeTo.join()} ${mail.headers.find(({ name }) => name === 'x-courtcrier-filing')?.value}`,
  )
  expect(new Set(told).size).toBe(told.length)
  const attorneys = installation.sandbox.filings().map((filing) => attorneysOf(filing.caseId))
  expect(told.length).toBe(attorneys.reduce((sum, count) => sum + count, 0))
})

test('nothing failed, and every item that needs attention says why', async () => {
  const answer = await call('/api/v1/inbox_item/search?max=500')
  const { inbox_items: items } = (await answer.json()) as {
    inbox_items: { status: string; reason: string | null; subject: string }[]
  }
  const failed = items.filter((item) => item.status === 'Failed')
  expect(failed).toEqual([])
  for (const item of items.filter((entry) => entry.status === 'Action Required')) expect(item.reason).toBeTruthy()
})

function attorneysOf(caseId: string): number {
  return installation.sandbox.world.cases.find((entry) => entry.id === caseId)?.attorneyIds.length ?? 0
}

async function counts(): Promise<{ counts: Record<string, number>; total: number }> {
  return (await (await call('/api/v1/inbox/counts')).json()) as { counts: Record<string, number>; total: number }
}
