import type { Notice } from '@courtcrier/contract/notice.ts'
import { expect, test } from 'vitest'
import { compareMade, type Rehearsal } from './rehearsal.ts'

const nothing = { cases: null, recipients: null, policies: null }

function noticeOf(event: string, emails: readonly string[]): Partial<Notice> {
  return {
    event: { value: event, from: 'subject' },
    recipients: emails.map((email) => ({ name: '', emails: [email], isServedElectronically: true })),
  }
}

function compare(was: Partial<Notice>, now: Partial<Notice>, more: Partial<Rehearsal> = {}) {
  return compareMade(was, { steps: [], was: nothing, now: { ...nothing, notice: now }, ...more })
}

test('equal values are on both sides', () => {
  expect(compare(noticeOf('Order', []), noticeOf('Order', []))).toEqual([
    { labelKey: 'inbox.fact.event', was: 'Order', now: 'Order' },
  ])
})

test('different values are side by side, new or removed ones alone', () => {
  expect(compare(noticeOf('Order', ['a@x.example', 'b@x.example']), noticeOf('Motion', ['b@x.example']))).toEqual([
    { labelKey: 'inbox.fact.event', was: 'Order', now: 'Motion' },
    { labelKey: 'inbox.fact.served', was: 'a@x.example' },
    { labelKey: 'inbox.fact.served', was: 'b@x.example', now: 'b@x.example' },
  ])
})

test('cases, people and policies are compared too', () => {
  const was = { ...nothing, recipients: [{ email: 'a@x.example', reason: 'Assigned to the case Doe.' }] }
  const now = { ...nothing, cases: [{ id: '1', name: 'Doe v. Roe', case_number: '1:26-cv-1' }], notice: {} }
  expect(compareMade({}, { steps: [], was, now })).toEqual([
    { labelKey: 'inbox.again.matched', now: 'Doe v. Roe 1:26-cv-1' },
    { labelKey: 'inbox.again.told', was: 'a@x.example. Assigned to the case Doe.' },
  ])
})
