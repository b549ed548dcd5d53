import { expect, test } from 'vitest'
import type { Message } from '../../message/message.ts'
import { describeFixtures } from '../../parser.suite.ts'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

describeFixtures(new URL('fixtures/', import.meta.url))

function mail(text: string): Message {
  return messageOf({ from: { name: 'BNC', address: 'bncrtn@noticingcenter.com' }, subject: '1042 900001', text })
}

const notice = (number: string, court: string, title = 'Order of Discharge') =>
  `Case Number: ${number}\nOriginating Court: ${court}\nTitle: ${title}\n\n`

test('reads one notice with its court and title', () => {
  expect(parseNotice(mail(notice('26-03999', 'District of Utah')))).toMatchObject({
    notice: {
      kind: 'filing',
      format: 'bnc-notice',
      courtId: { value: 'utb' },
      event: { value: 'Order of Discharge' },
      cases: [{ docketNumber: { value: '26-03999' } }],
    },
  })
})

test('notices from several courts in one message are left to a person', () => {
  const text = notice('26-1', 'District of Utah') + notice('26-2', 'District of Nevada')
  expect(parseNotice(mail(text))).toMatchObject({ unclear: expect.stringContaining('several courts') })
})

test('a message that names no case is unclear, with its sender kept', () => {
  expect(parseNotice(mail('One PDF file with 20 notices: https://ebn.uscourts.gov/x'))).toHaveProperty('unclear')
})

test('more notices than the center sends in one message are unclear', () => {
  const text = notice('26-1', 'District of Utah').repeat(5_000)
  expect(parseNotice(mail(text))).toMatchObject({ unclear: expect.stringContaining('more than') })
})
