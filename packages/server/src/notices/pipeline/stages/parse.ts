import type { Notice } from '@courtcrier/contract/notice.ts'
import { findCourt } from '../../../courts/directory/directory.ts'
import { findOriginal } from '../../../courts/message/forwarding.ts'
import type { MessagePart } from '../../../courts/message/message.ts'
import { type MessageReading, messageReader } from '../../../courts/read-on-thread.ts'
import type { EnteredNotice } from '../../../mail/origin.ts'
import { previewOf } from '../../../mail/preview.ts'
import { whyNotItsOwn } from '../../../mail/writers.ts'
import { filingKey } from '../../matching/filing-key.ts'
import { isHiddenFiling } from '../../matching/hidden-filing.ts'
import { findCourtOfCase } from '../court-of-case.ts'
import { findLimitedWriter } from '../limited-writer.ts'
import { whyNotWork } from '../not-work.ts'
import { receivedOf } from '../received.ts'
import type { Outcome, Results, Stage, StageDeps, Work } from '../stage.ts'
import { whyCheckedIgnored } from '../why-domain-ignored.ts'

/** Parses the message into a complete notice, or says why a person has to look at it. */
export const parseStage: Stage<'parse'> = {
  name: 'parse',
  // The parsing thread may take seconds for a message built to be slow.
  waitsOutside: true,
  run: async (work, deps) => {
    const { entered } = work.origin
    if (entered) return doneAs(entered.notice, await keyOfEntered(entered, work, deps))
    const { authenticate } = work.results
    const isOriginal = work.origin.part?.originalId !== undefined
    const excluded = isOriginal && authenticate && whyCheckedIgnored(work.sender, authenticate, work.firm)
    if (excluded) return { kind: 'ignore', ...excluded }
    const originals = authenticate?.originalIds ?? []
    if (originals.length > 1) return splitInto(await partsOf(work, originals))
    const parsed = await readMessage(work, deps)
    if ('parts' in parsed) return splitInto(parsed.parts)
    if ('unclear' in parsed) {
      const ignored = await whyNotWork(parsed, work, deps)
      if (ignored) return { kind: 'ignore', sentence: ignored }
      return {
        kind: 'review',
        sentence: parsed.unclear,
        result: {
          understood: parsed.understood,
          ...(parsed.courtHint && { courtHint: parsed.courtHint }),
          ...(await saidBy(work)),
        },
      }
    }
    const { notice } = parsed
    if (notice.cases.length === 0)
      return {
        kind: 'review',
        sentence: caselessSentence(notice),
        result: { understood: notice, ...(await saidBy(work)) },
      }
    const done = doneAs(notice, filingKey(notice))
    const misfit = await findMisfit(notice, work, deps)
    return misfit === undefined ? done : { ...done, result: { ...done.result, misfit } }
  },
}

/**
 * The key of the filing that a person entered. It isn't that of one which they may not see: their entry, with the case
 * they chose, would take that filing out of its case.
 */
async function keyOfEntered(
  { filingKey: key, userId }: EnteredNotice,
  { firmId, itemId }: Work,
  { read }: StageDeps,
): Promise<string> {
  return (await read((trx) => isHiddenFiling(trx, { firmId, userId, key }))) ? `${itemId}|${key}` : key
}

/** By which copies of a message without a filing are recognized (`siblings.ts`). */
async function saidBy(work: Work): Promise<{ contentId?: string }> {
  const read = await messageReader.contentId(await receivedOf(work))
  return 'id' in read && read.id !== undefined ? { contentId: read.id } : {}
}

/** Why its proven sender doesn't speak for the notice. */
async function findMisfit(notice: Notice, work: Work, deps: StageDeps): Promise<string | undefined> {
  const writer = await findLimitedWriter(notice.format, work, deps)
  return writer === undefined ? undefined : whyNotItsOwn(writer, notice)
}

/**
 * Reads the message. If a state notice doesn't name its court, the firm's cases with its number do, if they are all in
 * one court.
 */
async function readMessage(work: Work, deps: StageDeps): Promise<MessageReading> {
  const { firmId, givenCourt, origin } = work
  const received = await receivedOf(work)
  const formats = await deps.formats(firmId, deps.read)
  const parsed = await messageReader.parse(received, { courtId: givenCourt, formats, isSplit: !origin.part })
  if (!('unclear' in parsed) || !parsed.courtHint || !parsed.understood.cases?.length) return parsed
  const question = { firmId, cases: parsed.understood.cases, hint: parsed.courtHint }
  const court = await deps.read((trx) => findCourtOfCase(trx, question))
  const again = court ? await messageReader.parse(received, { courtId: court.id, formats }) : parsed
  if (!court || !('notice' in again)) return parsed
  return { notice: { ...again.notice, courtEvidence: [{ courtId: court.id, by: 'case', weight: 30 }] } }
}

/** The attached originals, each with its own subject and beginning. */
async function partsOf(work: Work, ids: readonly string[]): Promise<readonly MessagePart[]> {
  const decoded = await work.message()
  return ids.map((originalId): MessagePart => {
    const raw = 'message' in decoded ? findOriginal(decoded.message, originalId) : undefined
    const part = { start: 0, end: 0, originalId }
    if (!raw) return part
    const { subject, snippet } = previewOf(raw)
    return { ...part, subject, snippet }
  })
}

function splitInto(parts: readonly MessagePart[]): Outcome<Results['parse']> {
  return { kind: 'split', sentence: splitSentence(parts.length), parts }
}

function doneAs(notice: Notice, key: string): Extract<Outcome<Results['parse']>, { kind: 'done' }> {
  const court = findCourt(notice.courtId.value)
  const number = notice.cases[0]?.docketNumber.value ?? ''
  return {
    kind: 'done',
    sentence: `Read as a notice from ${court?.citation ?? notice.courtId.value} in ${number}${documentsPhrase(notice.documents.length)}.`,
    result: { notice, filingKey: key },
  }
}

/** Describes the kind of a message without a case, so that a person can handle it. */
function caselessSentence({ kind, reference }: Notice): string {
  const number = reference ? ` (${reference.value})` : ''
  if (kind === 'announcement') return "This is the court's announcement to all its users, not a notice of a filing."
  if (kind === 'invitation')
    return 'This is an invitation to a hearing or meeting and names no case. Add it to your calendar.'
  if (kind === 'rejection')
    return `An e-filing service returned a filing of your own${number}. Read why, and file again.`
  if (kind === 'confirmation')
    return `An e-filing service confirms a filing of your own${number} that has no case number yet.`
  return 'This notice names no case.'
}

function splitSentence(count: number): string {
  return `This message holds ${count} court notices. Each is an item of its own, listed under the linked items.`
}

function documentsPhrase(count: number): string {
  if (count === 0) return ', without a document'
  return count === 1 ? ', with one document' : `, with ${count} documents`
}
