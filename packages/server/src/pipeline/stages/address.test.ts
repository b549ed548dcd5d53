import { expect, test } from 'vitest'
import { recipientsOf } from './address.ts'

const person = (over: object = {}) => ({
  id: 'p1',
  fullName: 'Mara Lowe',
  email: 'Mara@Firm.example',
  status: 'Active',
  caseName: 'Ortiz v. Meridian',
  additionalEmails: [],
  ...over,
})
const firm = { defaultDeliveryMethod: 'PDF' as const, additionalReceiptEmails: [] as string[] }

test('active timekeepers are told, with the reason', () => {
  expect(recipientsOf([person()], firm)).toEqual([
    {
      email: 'mara@firm.example',
      timekeeperId: 'p1',
      method: 'PDF',
      reason: 'Assigned to the case Ortiz v. Meridian.',
    },
  ])
})

test('inactive people and people without an address are not told, nor are their additional addresses when inactive', () => {
  const people = [
    person({ status: 'Inactive', additionalEmails: ['pa@firm.example'] }),
    person({ id: 'p2', email: null }),
  ]
  expect(recipientsOf(people, firm)).toEqual([])
})

test('an address that is reached in several ways is told once, for the first reason', () => {
  const people = [person({ additionalEmails: ['mara@firm.example', 'pa@firm.example'] })]
  const recipients = recipientsOf(people, {
    ...firm,
    additionalReceiptEmails: ['PA@firm.example', 'records@firm.example'],
  })
  expect(recipients.map(({ email, reason }) => [email, reason])).toEqual([
    ['mara@firm.example', 'Assigned to the case Ortiz v. Meridian.'],
    ['pa@firm.example', 'Additional address of Mara Lowe.'],
    ['records@firm.example', 'Additional address of the firm.'],
  ])
})

test("the firm's own addresses alone are nobody to tell of a case", () => {
  expect(recipientsOf([], { ...firm, additionalReceiptEmails: ['records@firm.example'] })).toEqual([])
})
