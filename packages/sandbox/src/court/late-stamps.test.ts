import { expect, test } from 'vitest'
import { makeFilingStore } from '../filings/filing-store.ts'
import { profiles } from '../profile.ts'
import { startSandbox } from '../sandbox.ts'
import { askCourt } from '../testing/ask-court.ts'
import { makeWorld } from '../world/world.ts'
import { makeLateStamps } from './late-stamps.ts'

const blue = 'BT 0 0 0.8 rg'

test('a document is served without its stamp first, and with it from then on', () => {
  const world = makeWorld(1)
  const filing = makeFilingStore({ world, profile: profiles.test }).fileNext()
  const [document] = filing.documents
  const [notice] = filing.notices
  if (!document || !notice) throw new Error('a filing without a document')
  const key = { filing: filing.number, token: '', courtDocumentId: '', documentIndex: 0 }
  const stamps = makeLateStamps(world, 2)
  const looks = Array.from({ length: 4 }, () => stamps.look({ filing, notice, document, key }))
  expect(looks.map((pdf) => pdf.toString('latin1').includes(blue))).toEqual([false, false, true, true])
  expect(new Set(looks.map((pdf) => pdf.length)).size).toBe(1)
})

test("the links of a state's system then open as often as wanted", async () => {
  const faults = { slow: 0, serverError: 0, cutOff: 0, spent: 0 }
  const sandbox = await startSandbox({ profile: 'demo', seed: 7, clock: 'simulated', lateStamps: 1, faults })
  try {
    await sandbox.sendFilings({ count: 40, smtp: { host: '127.0.0.1', port: sandbox.smtpPort } })
    const links = sandbox.filings().flatMap((filing) => filing.links.map((link) => link.url ?? ''))
    const url = links.find((link) => link.includes('ViewServiceDocuments')) ?? ''
    const looks = [
      await askCourt(sandbox.httpUrl, url),
      await askCourt(sandbox.httpUrl, url),
      await askCourt(sandbox.httpUrl, url),
    ]
    expect(looks.map(({ text }) => [text.startsWith('%PDF'), text.includes(blue)])).toEqual([
      [true, false],
      [true, true],
      [true, true],
    ])
  } finally {
    await sandbox.stop()
  }
})
