import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MailAttempt, openNotes, openReceipts } from './receipts.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-receipts-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const accepted = { done: 'Emailed.', note: {} }
const first = (id: string): MailAttempt => ({ id, attempts: 1, wasInterrupted: false })
const recorded = { status: 'done', isTry: true } as const
const files = () => readdir(path.join(folder, 'handed-over'))

test('emails that are sent one after another are noted in the same file, which is blank in between', async () => {
  const receipts = openReceipts(folder)
  for (let n = 0; n < 50; n++) {
    const attempt = first(`email-${n}`)
    const notes = openNotes(receipts.prepare(attempt, { done: 'x'.repeat(50 - n), note: {} }))
    for (const moment of ['handedOver', 'accepted'] as const) notes.note(moment)
    expect(notes.problem()).toBeUndefined()
    expect(receipts.find(attempt).accepted).toMatchObject({ done: 'x'.repeat(50 - n) })
    receipts.end(attempt, recorded)
    expect(receipts.find(attempt)).toEqual({ accepted: undefined, unanswered: 0 })
  }
  expect(await files()).toHaveLength(1)
})

test('emails that are sent side by side are noted apart', async () => {
  const receipts = openReceipts(folder)
  const [one, two] = ['one', 'two'].map((id) => openNotes(receipts.prepare(first(id), { ...accepted, done: id })))
  for (const moment of ['handedOver', 'accepted'] as const) for (const notes of [one, two]) notes?.note(moment)
  receipts.end(first('one'), recorded)
  expect(receipts.find(first('one')).accepted).toBeUndefined()
  expect(receipts.find(first('two')).accepted).toMatchObject({ done: 'two' })
})

test('a second email of an attempt, with links instead of documents, is noted behind the refused one', () => {
  const receipts = openReceipts(folder)
  const refused = openNotes(receipts.prepare(first('email'), accepted))
  for (const moment of ['handedOver', 'refused'] as const) refused.note(moment)
  const receipt = receipts.prepare(first('email'), { ...accepted, done: 'With links.' })
  expect(receipt.wasTried).toBe(true)
  const withLinks = openNotes(receipt)
  for (const moment of ['handedOver', 'accepted'] as const) withLinks.note(moment)
  expect(openReceipts(folder).find(first('email')).accepted).toMatchObject({ done: 'With links.' })
})

test('a process that takes an email over finds what another noted of it since it began, and forgets it there', async () => {
  const [theirs, ours] = [openReceipts(folder), openReceipts(folder)]
  for (const moment of ['handedOver', 'accepted'] as const)
    openNotes(theirs.prepare(first('email'), accepted)).note(moment)
  const notes = openNotes(theirs.prepare(first('other'), accepted))
  notes.note('handedOver')
  const taken = { id: 'email', attempts: 2, wasInterrupted: true }
  expect(ours.find(taken).accepted).toMatchObject(accepted)
  ours.end(taken, recorded)
  for (const receipts of [ours, theirs, openReceipts(folder)])
    expect(receipts.find({ ...taken, attempts: 3 })).toEqual({ accepted: undefined, unanswered: 0 })
  expect(ours.find({ id: 'other', attempts: 2, wasInterrupted: true })).toMatchObject({ unanswered: 1 })
})

test('what a later attempt noted in another process is left by an earlier one that stood still', () => {
  const [theirs, ours] = [openReceipts(folder), openReceipts(folder)]
  const late = { id: 'email', attempts: 2, wasInterrupted: true }
  openNotes(ours.prepare(late, accepted)).note('handedOver')
  const next = { ...late, attempts: 3 }
  const notes = openNotes(theirs.prepare(next, accepted))
  for (const moment of ['handedOver', 'lost'] as const) notes.note(moment)
  ours.end(late, { status: 'failed', isTry: true })
  theirs.end(next, { status: 'waiting', isTry: true })
  const last = { ...late, attempts: 4, wasInterrupted: false }
  expect(openNotes(theirs.prepare(last, accepted)).lost()).toBe(1)
  ours.end(late, { status: 'failed', isTry: true })
  expect(openNotes(theirs.prepare(last, accepted)).lost()).toBe(1)
})

test('a kill that loses the mark of an attempt as well does not lose what was noted', () => {
  openNotes(openReceipts(folder).prepare(first('email'), accepted)).note('handedOver')
  const receipts = openReceipts(folder)
  expect(receipts.find(first('email'))).toMatchObject({ unanswered: 1 })
  const notes = openNotes(receipts.prepare(first('email'), accepted))
  expect(notes.wasTried()).toBe(true)
  notes.note('handedOver')
  expect(receipts.find(first('email'))).toMatchObject({ unanswered: 2 })
})

test('a lost answer is kept for the next attempt, by whatever process, and forgotten with it', async () => {
  const receipts = openReceipts(folder)
  const notes = openNotes(receipts.prepare(first('email'), accepted))
  for (const moment of ['handedOver', 'lost'] as const) notes.note(moment)
  receipts.end(first('email'), { status: 'waiting', isTry: true })
  const second = { id: 'email', attempts: 2, wasInterrupted: false }
  const others = openReceipts(folder)
  expect(openNotes(others.prepare(second, accepted)).lost()).toBe(1)
  others.end(second, recorded)
  expect(openNotes(receipts.prepare({ ...second, attempts: 3 }, accepted)).lost()).toBe(0)
  expect(await files()).not.toContain('email')
})

test('blank files of earlier processes are removed after an hour, files with something in them after a week', async () => {
  const receipts = openReceipts(folder)
  openNotes(receipts.prepare(first('sent'), accepted)).note('handedOver')
  openNotes(receipts.prepare(first('interrupted'), accepted)).note('handedOver')
  receipts.end(first('sent'), recorded)
  await writeFile(path.join(folder, 'handed-over', 'kept'), '')
  const names = await files()
  const age = async (ms: number) => {
    const at = (Date.now() - ms) / 1000
    for (const name of names) await utimes(path.join(folder, 'handed-over', name), at, at).catch(() => undefined)
  }
  await age(2 * 3_600_000)
  openReceipts(folder)
  expect(await files()).toHaveLength(2)
  await age(8 * 86_400_000)
  openReceipts(folder)
  expect(await files()).toEqual([])
})

test('what an attempt of the next plan noted is left by one of the former plan, although it has a lower number', () => {
  const [theirs, ours] = [openReceipts(folder), openReceipts(folder)]
  const late = { id: 'email', attempts: 2, begun: 2, wasInterrupted: true }
  openNotes(ours.prepare(late, accepted)).note('handedOver')
  const notes = openNotes(theirs.prepare({ ...first('email'), begun: 4 }, accepted))
  for (const moment of ['handedOver', 'accepted'] as const) notes.note(moment)
  ours.end(late, { status: 'failed', isTry: true })
  const killed = { id: 'email', attempts: 2, begun: 5, wasInterrupted: true }
  expect(openReceipts(folder).find(killed).accepted).toMatchObject(accepted)
})
