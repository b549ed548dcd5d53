import { sql } from 'kysely'
import { receiveMessage } from '../mail/receive.ts'
import type { DirectedWorld } from '../testing/directed-world.ts'
import type { BusyCase } from './wall-traffic.fixture.ts'

/** Gives a case a court's docket number, by which notices are matched to it. */
export async function number(world: DirectedWorld, { caseId }: BusyCase, docketNumber: string): Promise<void> {
  await world.system(sql`update cases set case_number = ${docketNumber} where id = ${caseId}::uuid`)
  await world.system(sql`update jurisdictions set ecfx_jurisdiction_ids = '{nysd}'
    where id = (select jurisdiction_id from cases where id = ${caseId}::uuid)`)
}

let messages = 0

/** Has a message with a notice of each case arrive from a known sender, be split, and its parts be processed. */
export async function receiveTogether(world: DirectedWorld, cases: readonly BusyCase[]): Promise<void> {
  messages += 1
  const names = cases.map(({ word }) => word).join(' and ')
  const numbered = await Promise.all(cases.map((busy) => noticeOf(world, busy)))
  const head = ['From: jane@firm.example', `Subject: FW: ${names}`, `Message-ID: <${messages}@firm.example>`]
  const raw = Buffer.from(`${head.join('\r\n')}\r\n\r\n${numbered.join('')}`)
  const { itemId } = await receiveMessage(world.api.services, { firmId: 1, raw, via: 'smtp', source: 'relay.example' })
  await world.system(sql`update item_progress
    set outcomes = outcomes || '{"authenticate": {"result": {"trust": "verified"}}}' where id = ${itemId}::uuid`)
  await world.system(sql`update inbox_items set next_stage = 'parse', trust = 'verified' where id = ${itemId}::uuid`)
  await world.process(itemId)
  const parts = await world.system(sql`select id from inbox_items where parent_id = ${itemId}::uuid order by id`)
  if (parts.length !== cases.length) throw new Error(`the message became ${parts.length} items`)
  await Promise.all(parts.map(({ id }) => world.process(String(id))))
}

async function noticeOf(world: DirectedWorld, { caseId, word }: BusyCase): Promise<string> {
  const [row] = await world.system(sql`select case_number from cases where id = ${caseId}::uuid`)
  const number = String(row?.case_number)
  return `
From: ecf@nysd.uscourts.gov
Subject: Activity in Case ${number} ${word}case v. Doe ${word}event ${messages}

Notice of Electronic Filing

The following transaction was entered by Roe, Jane on 8/1/2026 at 8:02 PM EDT and filed on 8/1/2026

Case Name: ${word}case v. Doe
Case Number: ${number}<https://ecf.nysd.uscourts.gov/cgi-bin/DktRpt.pl?1>

Docket Text:
ORDER ${messages}: ${word}text.
`
}
