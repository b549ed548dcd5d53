import type { Notice } from '@courtcrier/contract/notice.ts'
import { describe, expect, it } from 'vitest'
import { courtTime, evidenceOf, recordParts } from './evidence.ts'

const notice: Partial<Notice> = {
  enteredAt: {
    value: { local: '2026-11-21T09:40:00', zone: 'PST', offsetMinutes: -480 },
    span: [10, 30],
    from: 'body',
  },
  event: { value: 'Motion for Summary Judgment', from: 'subject' },
  cases: [
    {
      name: { value: 'Ortiz v. Meridian', span: [40, 57], from: 'body' },
      docketNumber: { value: '3:26-cv-04417-RS', span: [60, 76], from: 'body' },
      parts: {},
    },
  ],
  docketText: { value: 'MOTION', span: [80, 86], from: 'body' },
  recipients: [{ name: 'M. Lowe', emails: [], isServedElectronically: true, span: [90, 97] }],
}

describe('the evidence of a notice', () => {
  it('has a span for every value found in the email', () => {
    const { facts, spans, placeOf } = evidenceOf(notice)
    expect(spans).toEqual([
      [10, 30],
      [40, 57],
      [60, 76],
      [80, 86],
      [90, 97],
    ])
    expect(facts.map((fact) => [fact.labelKey.split('.').at(-1), placeOf(fact)])).toEqual([
      ['entered', 0],
      ['event', undefined],
      ['case', 1],
      ['docketNumber', 2],
    ])
  })

  it('names the source of a value that is not in the body', () => {
    expect(evidenceOf(notice).facts.find(({ labelKey }) => labelKey === 'inbox.fact.event')?.from).toBe('subject')
  })

  it('is empty for an unrecognized message', () => {
    expect(evidenceOf({})).toMatchObject({ facts: [], recipients: [], spans: [], docketText: undefined })
  })
})

it("shows the court's time as the court wrote it, in any zone of the reader", () => {
  expect(courtTime({ local: '2026-11-21T09:40:00', zone: 'PST' })).toBe('Nov 21, 2026, 9:40 AM PST')
  expect(courtTime({ local: 'sometime' })).toBe('sometime')
})

it('marks dates and parties in docket text and keeps every letter of it', () => {
  const text = 'MOTION by Meridian (Freight) Co. Motion Hearing set for 1/14/2027 01:30 PM. Responses due by 12/5/2026.'
  const parts = recordParts(text, ['Meridian (Freight) Co.'])
  expect(parts.filter(({ isMarked }) => isMarked).map((part) => part.text)).toEqual([
    'Meridian (Freight) Co.',
    '1/14/2027 01:30 PM',
    '12/5/2026',
  ])
  expect(parts.map((part) => part.text).join('')).toBe(text)
})
