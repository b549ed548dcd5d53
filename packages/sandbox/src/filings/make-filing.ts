import type { Mix } from '../profile.ts'
import { makeRandom, pickWeighted, type Random } from '../random.ts'
import type { WorldCase } from '../world/cases.ts'
import { type Court, getCourt, mailDomain } from '../world/courts.ts'
import { getPerson, type World } from '../world/world.ts'
import { type Filer, makeDocketText } from './docket-text.ts'
import type { Filing, FilingDocument, FilingNotice } from './filing.ts'
import { type EntryKind, kindsWithDocument, kindsWithoutDocument, sealedKind, transcriptKind } from './kinds.ts'
import { findSlot } from './slots.ts'
import { courtTime, isoDate } from './times.ts'

/** Makes the n-th filing of a world (history has negative numbers), entered at the given moment. Same input, same filing. */
export function makeFiling(world: World, n: number, { mix, at }: { mix: Mix; at: Date }): Filing {
  const random = makeRandom(`${world.seed}/filing/${n}`)
  const { case: worldCase, ordinal } = findSlot(world, n)
  const court = getCourt(worldCase.courtId)
  const { kind, sort } = chooseKind(random, mix)
  const filer = chooseFiler(random, worldCase, kind)
  const time = courtTime(at, court.timeZone)
  const attachments = chooseAttachments(random, kind, mix)
  const documentNumber = worldCase.firstDocumentNumber + ordinal
  const filing = {
    number: n,
    ...factsOfCase(worldCase),
    event: kind.event,
    title: kind.title,
    docketText: makeDocketText({ random, court, case: worldCase, kind, attachments, time, documentNumber, filer, at }),
    documentNumber,
    sequence: String(documentNumber * 3 + 17),
    enteredAt: at.toISOString(),
    filedOn: isoDate(time),
    enteredBy: filer.user,
    filers: filer.parties,
    isSealed: sort === 'sealed',
    fileNumber: 24_000_000 + n * 40,
    documents: sort === 'text' ? [] : makeDocuments({ random, court, n, kind, attachments }),
  }
  return { ...filing, notices: makeNotices({ world, random, court, case: worldCase, filing, sort, mix }) }
}

function factsOfCase(worldCase: WorldCase) {
  return {
    courtId: worldCase.courtId,
    caseId: worldCase.id,
    docketNumber: worldCase.docketNumber,
    courtCaseId: worldCase.courtCaseId,
    caseName: worldCase.name,
    caseClosedOn: worldCase.closedOn,
    served: worldCase.served,
    notServed: worldCase.notServed,
  }
}

type Sort = 'document' | 'text' | 'sealed' | 'transcript'

function chooseKind(random: Random, mix: Mix): { kind: EntryKind; sort: Sort } {
  const sort = pickWeighted<Sort>(random, [
    [mix.withDocument, 'document'],
    [mix.withoutDocument, 'text'],
    [mix.sealed, 'sealed'],
    [mix.transcript, 'transcript'],
  ])
  if (sort === 'sealed') return { kind: sealedKind, sort }
  if (sort === 'transcript') return { kind: transcriptKind, sort }
  return { kind: pickWeighted(random, sort === 'text' ? kindsWithoutDocument : kindsWithDocument), sort }
}

function chooseFiler(random: Random, worldCase: WorldCase, kind: EntryKind): Filer {
  const isOurs = random.chance(0.25)
  const person = random.pick(worldCase.served.filter((served) => served.isOfFirm === isOurs))
  const isPlaintiffs = isOurs === (worldCase.client.side === 'plaintiff')
  const parties = (isPlaintiffs ? worldCase.plaintiffs : worldCase.defendants).slice(0, 2)
  if (kind.by === 'clerk') return { parties: [] }
  const cut = person.name.lastIndexOf(' ')
  return { user: `${person.name.slice(cut + 1)}, ${person.name.slice(0, cut)}`, parties }
}

function chooseAttachments(random: Random, kind: EntryKind, mix: Mix): string[] {
  if (kind.attachments.length === 0 || !random.chance(mix.attachments)) return []
  return kind.attachments.slice(0, random.int(1, kind.attachments.length))
}

interface DocumentsInput {
  random: Random
  court: Court
  n: number
  kind: EntryKind
  attachments: readonly string[]
}

/** Ids leave room for eight documents a filing, so they can't collide. */
function makeDocuments({ random, court, n, kind, attachments }: DocumentsInput): FilingDocument[] {
  return ['Main Document', ...attachments].map((description, index) => ({
    index,
    courtDocumentId: `${court.documentPrefix}0${20_000_000 + n * 8 + index}`,
    description,
    originalFileName: random.chance(0.25) ? fileName(index === 0 ? kind.title : description) : 'n/a',
    stamp: random.hex(67) + random.hex(61),
    pages: index === 0 && kind.by === 'clerk' ? random.int(1, 3) : random.int(1, 5),
  }))
}

function fileName(title: string): string {
  return `${title.replace(/[^A-Za-z0-9]+/g, '_')}.pdf`
}

interface NoticesInput {
  world: World
  random: Random
  court: Court
  case: WorldCase
  filing: Omit<Filing, 'notices'>
  sort: Sort
  mix: Mix
}

/** A message for each of the firm's attorneys; the first copy always has a token unless nobody gets one. */
function makeNotices(input: NoticesInput): FilingNotice[] {
  const { world, random, filing, mix } = input
  const people = input.case.attorneyIds.map((id) => getPerson(world, id))
  const notices = people.map((person, index) => {
    const hasToken = input.sort !== 'transcript' && !(index > 0 && random.chance(mix.emptyToken))
    return makeNotice(input, {
      index,
      personId: person.id,
      email: person.email,
      token: hasToken ? random.digits(8) : '',
    })
  })
  if (filing.documents.length === 0 || !random.chance(mix.regenerated)) return notices
  const again = random.pick(people)
  const copy = makeNotice(input, { index: notices.length, personId: again.id, email: again.email, token: '' })
  return [...notices, { ...copy, isRegenerated: true }]
}

function makeNotice(
  { court, filing }: NoticesInput,
  recipient: { index: number; personId: string; email: string; token: string },
): FilingNotice {
  const document = filing.documents[0]
  const query = `caseid=${filing.courtCaseId}&de_seq_num=${filing.sequence}&magic_num=${recipient.token}`
  return {
    personId: recipient.personId,
    email: recipient.email,
    messageId: `<${filing.fileNumber + 2 + recipient.index}@${mailDomain(court)}>`,
    token: document === undefined ? '' : recipient.token,
    url: document === undefined ? undefined : `https://${court.host}/doc1/${document.courtDocumentId}?${query}`,
    isRegenerated: false,
  }
}
