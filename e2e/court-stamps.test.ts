import { expect, test } from 'vitest'
import { makeDocument } from '../packages/sandbox/src/documents/make-document.ts'
import { makeFilingStore } from '../packages/sandbox/src/filings/filing-store.ts'
import { profiles } from '../packages/sandbox/src/profile.ts'
import { makeDemoWorld } from '../packages/sandbox/src/world/demo/make-demo-world.ts'
import { stateCourts } from '../packages/sandbox/src/world/state-courts.ts'
import { findCourt } from '../packages/server/src/courts/directory/directory.ts'
import { stampsOfCourt } from '../packages/server/src/courts/stamps/stamps-of-court.ts'
import { inspectPdf } from '../packages/server/src/retrieval/pdf.ts'

const asOf = new Date('2026-11-03T12:00:00Z')
const world = makeDemoWorld(7, asOf)
const store = makeFilingStore({ world, profile: { ...profiles.demo, kinds: ['state'] } })
const filings = Array.from({ length: 200 }, () => store.fileNext())

test.each(stateCourts.map(({ id }) => id))('a document of %s is recognized as stamped by it', async (id) => {
  const filing = filings.find(({ courtId, documents }) => courtId === id && documents.length > 0)
  const [document] = filing?.documents ?? []
  if (!filing || !document) throw new Error('the court has no filing with a document')
  const { stamps } = await inspectPdf(makeDocument(world, filing, document))
  const court = findCourt(id)
  expect(court).toBeDefined()
  const [stamp] = stampsOfCourt(stamps?.stamps ?? [], court)
  expect(stamp).toMatchObject({ court: 'state', foundOn: 1 })
  if (stamp?.docketNumber !== undefined) expect(stamp.docketNumber).toBe(filing.docketNumber)
})
