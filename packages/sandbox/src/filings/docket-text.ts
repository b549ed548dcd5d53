import type { Random } from '../random.ts'
import type { WorldCase } from '../world/cases.ts'
import type { Court } from '../world/make-court.ts'
import type { EntryKind } from './other-kinds.ts'
import { addWorkingMinutes, type CourtTime, courtTime, noticeDate } from './times.ts'

/** Who files: the firm itself now and then, the other side mostly; court staff have no name. */
export interface Filer {
  user?: string
  parties: readonly string[]
}

interface DocketTextInput {
  random: Random
  court: Court
  case: WorldCase
  kind: EntryKind
  attachments: readonly string[]
  time: CourtTime
  at: Date
  documentNumber: number
  filer: Filer
}

/** Writes the docket text as the court's clerks do: the entry, its attachments, who entered it. */
export function makeDocketText(input: DocketTextInput): string {
  const { random, court, kind } = input
  const plaintiffs = input.case.plaintiffs.join(', ')
  const text = kind.text({
    random,
    case: input.case,
    parties: input.filer.parties.join(', ') || plaintiffs,
    earlier: input.documentNumber - random.int(1, 12),
    hearing: noticeDate(courtTime(addWorkingMinutes(input.at, 600 * random.int(10, 40)), court.timeZone)),
  })
  return habits[court.id]?.(input, text) ?? plain(input, text)
}

/** What single courts do otherwise. */
const habits: Record<string, (input: DocketTextInput, text: string) => string> = {
  cand: (input, text) => `${plain(input, text)} (Filed on ${noticeDate(input.time)})`,
  nysd: (input, text) =>
    plain(input, input.kind.by === 'attorney' ? text.replace(/ by ([^<]+)\.$/, '. Document filed by $1.') : text),
  txsd: (input, text) => plain(input, input.kind.by === 'attorney' ? `${text.replace(/\.$/, '')}, filed.` : text),
}

function plain(input: DocketTextInput, text: string): string {
  const list = input.attachments.map((name, index) => `# (${index + 1}) ${name}`).join(', ')
  const attachments = list === '' ? '' : ` (Attachments: ${list})`
  return `${text}${attachments}(${input.filer.user ?? clerk(input)})`
}

function clerk({ random }: DocketTextInput): string {
  return `${random.pick(['mll', 'dtr', 'jhs', 'ac', 'ewm'])}, COURT STAFF`
}
