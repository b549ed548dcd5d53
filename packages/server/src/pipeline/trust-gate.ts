import type { Notice, StageName } from '@courtcrier/contract/notice.ts'
import type { Outcome, SenderResult, Vouch } from './stage.ts'

/** What deciding about trust needs to know of an item. */
export interface Sender {
  results: { authenticate?: SenderResult | undefined; parse?: { notice: Pick<Notice, 'format'> } | undefined }
  vouch: Vouch | undefined
}

/** Stages that find out who sent a message and what it says. Every other stage acts on what it says. */
const readingStages: ReadonlySet<StageName> = new Set(['receive', 'authenticate', 'parse'])

/** Whether a stage acts on a notice, so that somebody must stand for its sender first. */
function needsTrust(stage: StageName): boolean {
  return !readingStages.has(stage)
}

/**
 * Whether what the message says may be acted on: its sender is proven and nothing betrays a deception, or a person
 * vouched for it. A vouch covers the warning that the person was shown; one that turns up later needs another.
 */
export function isBelieved({ results: { authenticate, parse }, vouch }: Sender): boolean {
  if (!authenticate) return false
  const { trust, flag, onlyFor } = authenticate
  // The sender that a format of the firm names is proven as that: not when it writes as a court.
  const isOwn = onlyFor === undefined || (parse !== undefined && onlyFor.includes(parse.notice.format))
  if ((trust === 'verified' || trust === 'forwarded') && !flag && isOwn) return true
  return vouch !== undefined && (flag === undefined || vouch.flag === flag)
}

/** Why a stage doesn't run for the item, as a sentence that says what to do; undefined when it may run. */
export function whyHeld(sender: Sender, stage: StageName): string | undefined {
  if (!needsTrust(stage) || isBelieved(sender)) return undefined
  return `${warningOf(sender)} On hold: nothing was retrieved and no one was notified. ${nextStepOf(sender)}`
}

/** A message that wasn't understood is looked at by a person, who must know that its sender isn't proven either. */
export function withWarning(sender: Sender, stage: StageName, outcome: Outcome): Outcome {
  if (stage !== 'parse' || outcome.kind !== 'review' || isBelieved(sender)) return outcome
  return { ...outcome, sentence: `${outcome.sentence} ${warningOf(sender)}` }
}

function warningOf({ results: { authenticate } }: Sender): string {
  if (authenticate?.flag) {
    const why = authenticate.reasons?.length ? `: ${authenticate.reasons.join('; ').replace(/\.$/, '')}` : ''
    return `This is probably a fake notice${why}.`
  }
  if (authenticate?.onlyFor)
    return 'Sender not verified: it is the sender of a notice format of the firm, and this was not read by that format.'
  const why = authenticate?.why?.replace(/^Not proven(?: yet)?: /, '')
  return why ? `Sender not verified: ${why}` : "Sender not verified: nothing proves that it's the court."
}

function nextStepOf({ results: { authenticate } }: Sender): string {
  const isFlagged = authenticate?.flag !== undefined
  return isFlagged
    ? "Don't open anything in it. Check the court's docket, then cancel it; choose Trust sender only if the court confirms it."
    : 'If you know that the court sent it, choose Trust sender; otherwise handle it manually or cancel it.'
}
