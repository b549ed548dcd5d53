import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFixture } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'
import { readBody } from '../../text/body.ts'

const folder = new URL('../../corpus/texas/', import.meta.url)

test('the alert is read as the peer reads it', async () => {
  const message = await readFixture(new URL('texas_coa01_notification.txt', folder))
  const peer: { case_number: string; url: string } = JSON.parse(
    readFileSync(new URL('texas_coa01_notification.json', folder), 'utf8'),
  )
  const result = parseNotice(message)
  if ('unclear' in result) throw new Error(result.unclear)
  expect(result.notice.cases.map((one) => one.docketNumber.value)).toEqual([peer.case_number])
  expect(result.notice.documents).toEqual([])
  expect(readBody(message).links.map((link) => link.href)).toContain(peer.url)
  // The peer distinguishes the fifteen courts of appeals; the directory has one entry for them.
  expect(result.notice.courtId.value).toBe('texapp')
  expect(result.notice.cases[0]?.parts.court).toBe('01')
})
