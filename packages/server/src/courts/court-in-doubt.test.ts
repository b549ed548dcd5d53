import { expect, test } from 'vitest'
import { findPossibleCourts } from './court-in-doubt.ts'
import { messageOf } from './read-fixture.ts'
import { parseNotice } from './registry.ts'

const link = '<a href="https://ecf.cand.uscourts.gov/doc1/0351234567">1</a>'
const headingOf = (district: string) =>
  `<p>U.S. District Court</p><p>${district}</p><p>Notice of Electronic Filing</p>
  <p>The following transaction was entered on 3/4/2026 at 1:02 PM</p>
  <p>Case Name: Ortiz v. Roe</p><p>Case Number: 3:26-cv-00118</p><p>Document Number: 1</p><p>Docket Text: ORDER</p>`

function read(html: string) {
  const result = parseNotice(messageOf({ html, subject: 'Activity in Case 3:26-cv-00118 Ortiz v. Roe Order' }))
  if (!('unclear' in result)) throw new Error('the notice was read as a whole')
  return { sentence: result.unclear, courts: findPossibleCourts(result.understood) }
}

test('a notice whose links lead to another court than its heading says both, and both may be chosen', () => {
  expect(read(headingOf('Southern District of New York') + link)).toEqual({
    sentence:
      'The links in this message lead to N.D. Cal., but its text or sender names S.D.N.Y. as the court. Choose the court that sent it.',
    courts: [
      { id: 'cand', name: 'N.D. Cal.', isLinked: true },
      { id: 'nysd', name: 'S.D.N.Y.', isLinked: false },
    ],
  })
})

test('a notice that names no court says so, and offers none', () => {
  expect(read(headingOf('Some District'))).toEqual({
    sentence: 'This looks like a court notice, but it does not show which court sent it.',
    courts: [],
  })
})

test('no court is in doubt where one is known', () => {
  const courtEvidence = [{ courtId: 'nysd', by: 'text', weight: 10 }] as const
  expect(findPossibleCourts({ courtId: { value: 'cand', from: 'body' }, courtEvidence })).toEqual([])
})
