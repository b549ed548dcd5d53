import { expect, test } from 'vitest'
import { messageOf } from '../../read-fixture.ts'
import { parseNotice } from '../../registry.ts'

const link = (text: string) => `<a href="https://ecf.txnd.uscourts.gov/cgi-bin/DktRpt.pl?41">${text}</a>`
const html = (
  number: string,
) => `<p>U.S. District Court<br>Northern District of Texas</p><p>Notice of Electronic Filing</p>
<div>The following transaction was entered on 3/4/2026 at 2:26 PM CST and filed on 3/4/2026<br>
<table><tr><td>Case Name:</td><td>Doe v. Roe</td></tr><tr><td>Case Number:</td><td>${number}</td></tr></table>
<p>Docket Text:<br>ORDER granting motion.</p></div>`

function read(number: string, mark = '') {
  const subject = `Activity in Case 1:24-sw-00012-JFA ${mark}Doe v. Roe Order`
  const result = parseNotice(messageOf({ subject, html: html(number) }))
  if ('unclear' in result) throw new Error(result.unclear)
  const { cases, isSealed, event } = result.notice
  return [cases[0]?.docketNumber.value, isSealed, event?.value]
}

const number = '1:24-sw-00012-JFA'

test.each([
  '*SEALED*',
  '* SEALED *',
  '***SEALED***',
  '**SEALED** *EX PARTE*',
  '(SEALED)',
  '[SEALED]',
  'SEALED',
  '- UNDER SEAL',
  '*SEALED CASE*',
  '*RESTRICTED*',
])('1:24-sw-00012-JFA %s is a number, and its case is sealed', (mark) => {
  expect(read(link(`${number} ${mark}`))).toEqual([number, true, 'Order'])
  expect(read(`${link(number)}<br>${mark}`)).toEqual([number, true, 'Order'])
})

test('the mark of a sealed case may stand in front of its number, or in the subject only', () => {
  expect(read(link(`*SEALED* ${number}`))).toEqual([number, true, 'Order'])
  expect(read(link(number), '*SEALED* ')).toEqual([number, true, 'Order'])
  expect(read(link(number))).toEqual([number, false, 'Order'])
})

test('a case that was unsealed is not sealed', () => {
  expect(read(link(`${number} *UNSEALED*`))).toEqual([number, false, 'Order'])
})
