import type { NoticeFormatPart } from '@courtcrier/contract/resources/notice-format.ts'
import { findCourt } from '../../directory/directory.ts'
import { type FormatDefinition, type FormatProblem, labelFieldNames, labelFields } from './definition.ts'
import { addLabel, emptyTree, type LabeledPart, plainLabel } from './labels.ts'
import { whyNoHost } from './link-hosts.ts'
import { type SubjectPlace, subjectPlaces } from './plan.ts'
import { countLetters, parsePattern } from './word-pattern.ts'

/** Everything that prevents a definition from being used; empty if nothing does. */
export function checkFormat(definition: FormatDefinition): readonly FormatProblem[] {
  return [
    ...checkName(definition),
    ...checkMessages(definition),
    ...checkPatterns(definition),
    ...checkCourt(definition),
    ...checkLabels(definition),
    ...checkParts(definition),
    ...checkLinks(definition),
  ]
}

type Field = FormatProblem['field']

function problem(field: Field, sentence: string): FormatProblem {
  return { field, sentence }
}

function checkName({ name }: FormatDefinition): FormatProblem[] {
  return name.trim() === '' ? [problem('name', 'Give the format a name.')] : []
}

/** A format without criteria would read all of the firm's mail. */
function checkMessages(definition: FormatDefinition): FormatProblem[] {
  if (hasSender(definition) || definition.subjectPatterns.length > 0 || definition.bodyPhrases.length > 0) return []
  const sentence = 'Say which messages are meant: who sends them, words of their subject or words of their text.'
  return [problem('senderDomains', sentence)]
}

function hasSender({ senderAddresses, senderDomains }: FormatDefinition): boolean {
  return senderAddresses.length > 0 || senderDomains.length > 0
}

/** Fewer letters than this occur in nearly every email. */
const fewestLetters = 3

function checkPatterns(definition: FormatDefinition): FormatProblem[] {
  const inSubject = hasSender(definition) ? 0 : fewestLetters
  return [
    ...checkPatternsOf('subjectPatterns', definition.subjectPatterns, { places: subjectPlaces, letters: inSubject }),
    ...checkPatternsOf('bodyPhrases', definition.bodyPhrases, { letters: fewestLetters }),
    ...checkPatternsOf('linkWords', definition.linkWords, { letters: fewestLetters }),
    ...checkPatternsOf('courtNames', Object.keys(definition.courtNames), { letters: fewestLetters }),
  ]
}

function checkPatternsOf(
  field: Field,
  texts: readonly string[],
  { places = [], letters }: { places?: readonly string[]; letters: number },
): FormatProblem[] {
  return texts.flatMap((text) => {
    const parsed = parsePattern(text, places)
    if ('problem' in parsed) return [problem(field, parsed.problem)]
    if (countLetters(parsed.pattern) >= letters) return []
    return [problem(field, `"${text}" fits nearly every message: it needs at least ${letters} letters or digits.`)]
  })
}

function checkCourt({ ecfxJurisdictionId, courtLabels, courtNames }: FormatDefinition): FormatProblem[] {
  const names = Object.entries(courtNames)
  const problems = names
    .filter(([, id]) => !findCourt(id.trim()))
    .map(([name, id]) => problem('courtNames', `There is no court with the id "${id}", which stands for "${name}".`))
  if (ecfxJurisdictionId !== null && !findCourt(ecfxJurisdictionId)) {
    problems.push(problem('ecfxJurisdictionId', `There is no court with the id "${ecfxJurisdictionId}".`))
  }
  if (ecfxJurisdictionId === null && courtLabels.length === 0) {
    problems.push(problem('ecfxJurisdictionId', 'Choose the court, or give the labels before its name.'))
  }
  if (courtLabels.length > 0 && names.length === 0) {
    problems.push(problem('courtNames', 'Say which court each name behind the label means.'))
  }
  if (courtLabels.length === 0 && names.length > 0) {
    problems.push(problem('courtLabels', "Give the label before the courts' names."))
  }
  return problems
}

function checkLabels(definition: FormatDefinition): FormatProblem[] {
  const tree = emptyTree()
  return labelFieldNames.flatMap((field) =>
    definition[field].flatMap((label) => {
      const sentence = whyNoLabel(label)
      if (sentence) return [problem(field, sentence)]
      const other = addLabel(tree, label, labelFields[field])
      return other ? [problem(field, `"${label}" is already the label of ${partWords[other]}.`)] : []
    }),
  )
}

const longestLabel = 100

function whyNoLabel(label: string): string | undefined {
  if (label.length > longestLabel) return `"${label.slice(0, 40)}…" is longer than ${longestLabel} characters.`
  if (/[*{}]/.test(label)) return `"${label}" is refused: a label is written in full, each wording on its own.`
  return /[\p{L}\p{N}]/u.test(plainLabel(label)) ? undefined : `"${label}" has neither letters nor digits.`
}

const partWords: Readonly<Record<LabeledPart, string>> = {
  court: 'the court',
  docketNumber: 'the docket number',
  caseName: 'the case name',
  event: 'the event',
  documentTitle: 'the document',
  docketText: 'the docket text',
  filedDate: 'the date filed',
  filedBy: 'who filed',
  filer: 'the party',
  reference: 'the envelope number',
  recipient: 'the recipients',
}

/** Requiring what no message contains would send every message to a person. */
function checkParts(definition: FormatDefinition): FormatProblem[] {
  const problems: FormatProblem[] = []
  const has = (field: keyof typeof labelFields, place?: SubjectPlace) =>
    definition[field].length > 0 || (place !== undefined && hasPlace(definition, place))
  const namesCase = has('docketNumberLabels', 'docket number')
  const isOwnFiling = definition.kind === 'confirmation' || definition.kind === 'rejection'
  const needsCase = definition.kind !== 'announcement' && !(isOwnFiling && has('referenceLabels', 'reference'))
  if (needsCase && !namesCase) {
    problems.push(
      problem('docketNumberLabels', 'Give the label of the docket number, or {docket number} in the subject.'),
    )
  }
  const saysWhat =
    has('eventLabels', 'event') || has('docketTextLabels') || has('documentTitleLabels', 'document title')
  if (!saysWhat) {
    const sentence = 'Give the label of the event, the docket text or the document, so that it is said what was filed.'
    problems.push(problem('eventLabels', sentence))
  }
  const unread = definition.requiredParts.filter((part) => !isRead[part as NoticeFormatPart]?.(definition, has))
  problems.push(
    ...unread.map((part) => problem('requiredParts', `"${part}" is required, but nothing says where to find it.`)),
  )
  return problems
}

type HasLabel = (field: keyof typeof labelFields, place?: SubjectPlace) => boolean

const isRead: Readonly<Record<NoticeFormatPart, (definition: FormatDefinition, has: HasLabel) => boolean>> = {
  'case name': (_, has) => has('caseNameLabels', 'case name'),
  event: (_, has) => has('eventLabels', 'event') || has('documentTitleLabels', 'document title'),
  'document title': (definition, has) => has('documentTitleLabels', 'document title') || readsLinks(definition),
  'docket text': (_, has) => has('docketTextLabels'),
  'date filed': (_, has) => has('filedDateLabels'),
  'filed by': (_, has) => has('filedByLabels'),
  reference: (_, has) => has('referenceLabels', 'reference'),
  recipients: (_, has) => has('recipientLabels'),
  link: (definition) => readsLinks(definition),
}

function readsLinks({ linkHosts, linkWords }: FormatDefinition): boolean {
  return linkHosts.length > 0 || linkWords.length > 0
}

function hasPlace({ subjectPatterns }: FormatDefinition, place: SubjectPlace): boolean {
  return subjectPatterns.some((text) => {
    const parsed = parsePattern(text, subjectPlaces)
    return 'pattern' in parsed && parsed.pattern.pieces.some((piece) => 'place' in piece && piece.place === place)
  })
}

function checkLinks({ linkHosts }: FormatDefinition): FormatProblem[] {
  return linkHosts.flatMap((host) => {
    const sentence = whyNoHost(host)
    return sentence ? [problem('linkHosts', sentence)] : []
  })
}
