import { describe, expect, it } from 'vitest'
import { documentsText, neededStep, type RowItem, rowLines, waitWord } from './row-lines.ts'

const item = (values: Partial<RowItem>): RowItem => ({
  id: '1',
  status: 'Succeeded',
  receivedAt: '2026-11-21T09:41:00.000Z',
  ...values,
})

describe('the two lines of a row', () => {
  it('show the case, its number and the event', () => {
    const row = item({ caseName: 'Doan v. Port of Alameda', docketNumber: '4:26-cv-00718', event: 'Order' })
    expect(rowLines(row)).toEqual({ title: 'Doan v. Port of Alameda', number: '4:26-cv-00718', detail: 'Order' })
  })

  it('show the reason instead of the event, in the tone of the status', () => {
    const reason = 'Two cases have this number: choose one.'
    expect(rowLines(item({ status: 'Action Required', caseName: 'A', event: 'Order', reason }))).toMatchObject({
      detail: reason,
      tone: 'warn',
    })
    expect(rowLines(item({ status: 'Failed', caseName: 'A', reason }))).toMatchObject({ detail: reason, tone: 'bad' })
  })

  it('show the subject and the beginning of a message from no court', () => {
    const row = item({ subject: 'Lunch', snippet: 'Are you free', caseName: null })
    expect(rowLines(row)).toMatchObject({ title: 'Lunch', detail: 'Are you free' })
  })

  it('show what they can when the role sees little', () => {
    expect(rowLines(item({}))).toEqual({ title: '', number: '', detail: '' })
  })
})

it.each([
  [4, 4, '4'],
  [2, 0, '0/2'],
  [2, null, '0/2'],
  [0, 0, '–'],
  [null, null, '–'],
])('of %s documents, %s of them saved, the text is %s', (documentCount, documentsKept, text) => {
  expect(documentsText({ documentCount, documentsKept })).toBe(text)
})

it('the step is named only if a person is needed', () => {
  expect(neededStep(item({ status: 'Action Required', nextStage: 'match', caseName: 'A' }))).toMatchObject({
    kind: 'fix',
  })
  const unproven = item({ status: 'Action Required', nextStage: 'retrieve', trust: 'unverified' })
  expect(neededStep(unproven)).toMatchObject({ labelKey: 'inbox.step.sender' })
  expect(neededStep(item({ status: 'Failed' }))).toMatchObject({ kind: 'requeue' })
  for (const status of ['New', 'Started', 'Retry', 'Post Processing', 'Succeeded', 'Canceled'] as const) {
    expect(neededStep(item({ status }))).toBeUndefined()
  }
})

it.each([
  [{ nextStage: 'match' }, 'inbox.quick.case'],
  [{ nextStage: 'retrieve', trust: 'unverified' }, 'inbox.quick.sender'],
  [{ documentCount: 2, documentsKept: 1 }, 'inbox.why.document'],
  [{ nextStage: 'store' }, undefined],
  [{ nextStage: 'match', status: 'Failed' }, undefined],
] as const)('a stopped item says in a few words what it waits for: %j', (fields, word) => {
  expect(waitWord(item({ status: 'Action Required', ...fields }))).toBe(word)
})
