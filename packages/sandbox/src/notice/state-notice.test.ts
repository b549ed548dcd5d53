import { expect, test } from 'vitest'
import { makeFiling } from '../filings/make-filing.ts'
import { profiles } from '../profile.ts'
import { getCourt } from '../world/courts.ts'
import { makeDemoWorld } from '../world/demo/make-demo-world.ts'
import { makeStateNotice } from './state-notice.ts'

const asOf = new Date('2026-11-25T15:00:00Z')
const world = makeDemoWorld(1, asOf)

test.each([
  ['illcirctcook', 'Notification of Service for Case: '],
  ['texdistcttravis', 'Notification of Service for Case: '],
  ['flacirct15pal', 'SERVICE OF COURT DOCUMENT CASE NUMBER '],
  ['nysupctnewyork', 'NYSCEF Notification: '],
  ['calsuppctla', 'eService notification: '],
])('%s serves its papers by the system it uses, each with its own link', (courtId, subject) => {
  const only = { ...world, cases: world.cases.filter((each) => each.courtId === courtId && each.activity > 0) }
  const filings = Array.from({ length: 12 }, (_, n) =>
    makeFiling(only, n, { mix: { ...profiles.demo.mix, odd: 0 }, kinds: ['state'], at: asOf }),
  )
  for (const filing of filings) {
    const [notice] = filing.notices
    if (notice === undefined) throw new Error('a filing has no notice')
    const made = makeStateNotice(filing, notice, getCourt(courtId))
    expect(made.subject.startsWith(subject)).toBe(true)
    expect(made.subject).toContain(filing.docketNumber)
    expect(notice.documentLinks).toHaveLength(filing.documents.length)
    for (const { url } of notice.documentLinks) expect(made.body).toContain(url)
  }
})
