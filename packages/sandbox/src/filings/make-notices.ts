import type { Mix } from '../profile.ts'
import type { Random } from '../random.ts'
import { mailDomain } from '../world/courts.ts'
import type { Court, StateSystem } from '../world/make-court.ts'
import type { Person } from '../world/people.ts'
import type { Filing, FilingNotice } from './filing.ts'
import type { Scenario } from './scenarios.ts'

interface NoticesInput {
  random: Random
  court: Court
  people: readonly Person[]
  filing: Omit<Filing, 'notices'>
  /** Whether no one gets a token, as for transcripts. */
  hasNoTokens: boolean
  tokens?: Scenario['tokens']
  mix: Mix
}

/** Returns one message per person; the first copy always has a token unless the scenario says otherwise. */
export function makeNotices(input: NoticesInput): FilingNotice[] {
  const { people, random, filing, mix } = input
  const notices = people.map((person, index) =>
    makeNotice(input, { index, person, token: hasToken(input, index) ? newToken(input) : '' }),
  )
  const again = filing.documents.length === 0 || !random.chance(mix.regenerated) ? undefined : random.pick(people)
  if (!again) return notices
  const copy = makeNotice(input, { index: notices.length, person: again, token: '' })
  return [...notices, { ...copy, isRegenerated: true }]
}

function hasToken({ hasNoTokens, tokens, random, mix, people }: NoticesInput, index: number): boolean {
  if (hasNoTokens || tokens === 'none') return false
  if (tokens === 'last') return index === people.length - 1
  if (tokens === 'some') return index % 2 === 1
  const isEmpty = index > 0 && random.chance(mix.emptyToken)
  return tokens === 'all' || !isEmpty
}

/**
 * Returns a token: eight digits in CM/ECF's district and bankruptcy courts, sixteen hexadecimal ones in its appeals, a
 * GUID in ACMS and Tyler's systems.
 */
function newToken({ court, random }: NoticesInput): string {
  if (court.kind === 'appellate') return random.hex(16)
  if (court.system !== undefined && court.system !== 'tyler') return random.hex(32)
  if (court.kind !== 'acms' && court.kind !== 'state') return random.digits(8)
  return [8, 4, 4, 4, 12].map((count) => random.hex(count)).join('-')
}

interface Recipient {
  index: number
  person: Person
  token: string
}

function makeNotice(input: NoticesInput, { index, person, token }: Recipient): FilingNotice {
  const { court, filing } = input
  const [main] = filing.documents
  const hasOwnLinks = court.kind === 'acms' || court.kind === 'state'
  const hasLink = main !== undefined && !(hasOwnLinks && token === '')
  return {
    personId: person.id,
    email: person.email,
    messageId: messageId(input, index),
    token: main === undefined ? '' : token,
    ...(hasLink && { url: linkTo(court, filing, { token, courtDocumentId: main.courtDocumentId }) }),
    isRegenerated: false,
    associated: main === undefined ? [] : associatedLinks(input, main.courtDocumentId),
    documentLinks: hasLink && hasOwnLinks ? filing.documents.map((_, at) => separateLink(input, at, token)) : [],
  }
}

function separateLink(input: NoticesInput, at: number, first: string): { token: string; url: string } {
  const token = at === 0 ? first : newToken(input)
  return { token, url: linkTo(input.court, input.filing, { token, courtDocumentId: '' }) }
}

/**
 * Returns links of the additional cases: a bankruptcy's main case gets its own token, a district court's cases the word
 * `MAGIC`.
 */
function associatedLinks(input: NoticesInput, mainId: string): { token: string; url: string }[] {
  const { court, filing } = input
  return filing.associated.map((entry) => {
    const token = entry.document ? newToken(input) : 'MAGIC'
    const courtDocumentId = entry.document?.courtDocumentId ?? mainId
    return { token, url: linkTo(court, { ...filing, ...entry }, { token, courtDocumentId }) }
  })
}

type LinkedFiling = Pick<Filing, 'courtCaseId' | 'sequence' | 'behaviour'>

/** Returns the address as in the court's notices; bankruptcy courts have their own order of parameters. */
function linkTo(
  court: Court,
  filing: LinkedFiling,
  { token, courtDocumentId }: { token: string; courtDocumentId: string },
) {
  const { courtCaseId, sequence, behaviour } = filing
  const id = behaviour.hasShortIds ? `${court.documentPrefix}0` : courtDocumentId
  if (court.kind === 'acms') return `https://${court.host}/NDA/${token}`
  if (court.system !== undefined) return `https://${court.host}${statePaths[court.system]}${token}`
  if (court.kind === 'appellate') return `https://${court.host}/docs1/${id}?uid=${token}`
  if (court.kind === 'district')
    return `https://${court.host}/doc1/${id}?caseid=${courtCaseId}&de_seq_num=${sequence}&magic_num=${token}`
  return `https://${court.host}/doc1/${id}?pdf_header=&magic_num=${token}&de_seq_num=${sequence}&caseid=${courtCaseId}`
}

const statePaths: Readonly<Record<StateSystem, string>> = {
  tyler: '/ViewServiceDocuments.aspx?SID=',
  florida: '/document/serve?id=',
  nyscef: '/nyscef/ViewDocument?docIndex=',
  oneLegal: '/eservice/documents?key=',
}

function messageId({ court, filing }: NoticesInput, index: number): string {
  const number = filing.fileNumber + 2 + index
  if (court.kind === 'appellate') {
    return `<${number}.${index}.${Date.parse(filing.enteredAt)}@${court.id}db.${court.id}.gtwy.dcn>`
  }
  if (court.kind === 'acms') return `<${Buffer.from(String(number)).toString('base64url')}@geopod-ismtpd-9>`
  return `<${number}@${mailDomain(court)}>`
}
