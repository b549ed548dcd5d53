import { expect, test } from 'vitest'
import { decodeMessage } from './message/mime.ts'
import { findNamedSenders } from './named-senders.ts'
import { takePart } from './split-notices.ts'
import { readBody } from './text/body.ts'

async function messageOf(body: string, type = 'text/html') {
  const raw = Buffer.from(`From: Jane <Jane@firm.example>\r\nContent-Type: ${type}\r\n\r\n${body}`)
  const decoded = await decodeMessage(raw)
  if ('problem' in decoded) throw new Error(decoded.problem)
  return decoded.message
}

const clerk = 'ecf@nysd.uscourts.gov'

test.each([
  ['text', `FYI\n\n> From: ECF <${clerk}>\n> Sent: Monday\n\nOrder`, 'text/plain'],
  ['HTML', `<p><b>From:</b> &lt;ECF@nysd.uscourts.gov&gt;<b>Sent:</b> Monday</p><p>Order</p>`],
  ['a table', `<table><tr><td>From:</td><td>${clerk}</td></tr><tr><td>To:</td><td>x@firm.example</td></tr></table>`],
  ['a link', `<p>From: <a href="mailto:${clerk}?subject=Order">The Clerk</a><br>Subject: Order</p>`],
  ['a sentence', `<p>From: ${clerk}.</p>`],
])('the writer of a quoted message is found in %s, beside the one who quotes it', async (_, body, type?: string) => {
  expect(findNamedSenders(await messageOf(body, type))).toEqual(['jane@firm.example', clerk])
})

test('an address elsewhere in the text writes nothing', async () => {
  const message = await messageOf(`<p>To: ${clerk}</p><p>Write to <a href="mailto:${clerk}">the clerk</a>.</p>`)
  expect(findNamedSenders(message)).toEqual(['jane@firm.example'])
})

test('of several notices in a message, only the writer of its own part is named', async () => {
  const block = (from: string) => `<p>From: <a href="mailto:${from}">${from}</a><br>Subject: Order</p><p>Order</p>`
  const message = await messageOf(block(clerk) + block('ecf@cand.uscourts.gov'))
  const { text } = readBody(message)
  const second = text.lastIndexOf('From:')
  const namedIn = (start: number, end: number) => findNamedSenders(takePart(message, { start, end }))
  expect(namedIn(0, second)).toEqual(['jane@firm.example', clerk])
  expect(namedIn(second, text.length)).toEqual(['jane@firm.example', 'ecf@cand.uscourts.gov'])
})
