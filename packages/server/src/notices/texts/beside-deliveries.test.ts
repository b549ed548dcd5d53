import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../mail/testing/eventually.ts'
import { openStampedCourt, stampedPdf } from '../stamps/stamped-court.fixture.ts'
import { feedTexts } from './feed-texts.ts'
import { pictureOf } from './planted-text.fixture.ts'
import type { TextReader } from './read-text.ts'

/** A reader that hangs in every picture until it is stopped or let go. */
let letGo: () => void = () => undefined
let isHung = true
const asked: number[] = []
const reader: TextReader = {
  layers: async () => ({ texts: ['', ''], pages: 2 }),
  picture: async (_, { page }) => {
    asked.push(page)
    if (isHung) await new Promise<void>((resolve) => (letGo = resolve))
    return isHung ? undefined : pictureOf(`Affidavit of service, page ${page}`)
  },
  stop: async () => letGo(),
}

let held: Awaited<ReturnType<typeof openStampedCourt>>
beforeAll(async () => {
  held = await openStampedCourt({ reader })
})
afterAll(() => held.close())

let count = 0
async function receive() {
  const number = `3:24-cv-0${4000 + ++count}`
  const url = `https://ecf.cand.uscourts.gov/doc1/035100002${count}?caseid=1&de_seq_num=${count}&magic_num=${22_345_670 + count}`
  await held.addCase('cand', number)
  held.served.set(String(22_345_670 + count), await stampedPdf('A motion', `Copy ${count}`))
  return held.receive({ courtId: 'cand', docketNumber: number, url })
}

const states = async () => {
  const { rows } = await held.run(sql<{ status: string }>`select status from document_texts order by document_id`)
  return rows.map(({ status }) => status)
}

test('deliveries go out while character recognition hangs, and it continues after the next start', async () => {
  await held.item(await receive(), /Succeeded/)
  await feedTexts(held.services())
  await eventually(() => asked).toEqual([1])
  const meanwhile = await receive()
  await held.item(meanwhile, /Succeeded/)
  expect(held.sent.filter(({ text }) => text.includes(meanwhile))).toHaveLength(1)
  await feedTexts(held.services())
  await eventually(states).toEqual(['pictured', 'pictured'])
  expect(asked).toEqual([1])
  await held.restart(() => {
    isHung = false
  })
  await eventually(states).toEqual(['read', 'read'])
  const { rows } = await held.run(sql<{ text: string }>`select text from document_pages order by document_id, page`)
  expect(rows.map(({ text }) => text)).toEqual([1, 2, 1, 2].map((page) => `Affidavit of service, page ${page}`))
})
