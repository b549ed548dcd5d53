import { expect, test } from 'vitest'
import { missingFacts, noFacts, titleFromName, withChanged, withOwn, withRead } from './manual-state.ts'

test('facts read from a file fill empty fields and overwrite nothing', () => {
  const facts = { ...noFacts, docketNumber: '1:26-cv-1', event: '' }
  expect(withRead(facts, { docketNumber: '2:26-cv-2', event: 'Motion', courtId: 'cand' })).toEqual({
    ...noFacts,
    docketNumber: '1:26-cv-1',
    event: 'Motion',
    courtId: 'cand',
  })
})

test.each([
  ['ORTIZ_motion-to-dismiss.pdf', 'ORTIZ motion-to-dismiss'],
  ['118-1 Declaration.PDF', '118-1 Declaration'],
  ['.pdf', '.pdf'],
])('the file %s is titled %s', (name, title) => {
  expect(titleFromName(name)).toBe(title)
})

test('court, docket number and event are required', () => {
  expect(missingFacts({ ...noFacts, event: ' ' })).toEqual(['courtId', 'docketNumber', 'event'])
  expect(missingFacts({ ...noFacts, courtId: 'cand', docketNumber: '1', event: 'x' })).toEqual([])
})

const typed = { facts: { ...noFacts, docketNumber: '1:26-cv-1', event: 'Order' }, own: undefined }
const chosen = withOwn(typed, { caseId: 'calder', courtId: 'cand' })

test('a case and court that the page chose go with the docket number they were chosen for', () => {
  const { facts, own } = withChanged(chosen, { docketNumber: '1:26-cv-12' })
  expect(facts).toEqual({ ...typed.facts, docketNumber: '1:26-cv-12' })
  expect(own).toBeUndefined()
})

test('a case that the page chose goes with the court, which a person chose then', () => {
  expect(withChanged(chosen, { courtId: 'nysd' })).toEqual({
    facts: { ...typed.facts, courtId: 'nysd' },
    own: undefined,
  })
})

test('a case and a court that a person chose stay, also the same ones and if the page had chosen others', () => {
  for (const caseId of ['calder', 'ortiz']) {
    const { facts } = withChanged(withChanged(chosen, { caseId, courtId: 'cand' }), { docketNumber: '1:26-cv-12' })
    expect(facts).toMatchObject({ caseId, courtId: 'cand' })
  }
  expect(
    withChanged({ ...typed, facts: { ...typed.facts, caseId: 'calder' } }, { docketNumber: '2' }).facts.caseId,
  ).toBe('calder')
})

test('a case that a person removed is not chosen again for the same docket number', () => {
  const removed = withChanged(withChanged(chosen, { caseId: '' }), { event: 'Motion', courtId: 'nysd' })
  expect(removed.facts.caseId).toBe('')
  expect(removed.own?.docketNumber).toBe('1:26-cv-1')
})

test('other facts, and blanks around the docket number, change no choice', () => {
  expect(withChanged(chosen, { docketNumber: '1:26-cv-1 ', filedBy: 'Roe' }).facts).toMatchObject({
    caseId: 'calder',
    courtId: 'cand',
  })
})
