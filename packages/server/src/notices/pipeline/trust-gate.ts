import type { Notice, StageName } from '@courtcrier/contract/notice.ts'
import type { Outcome, SenderResult, Vouch } from './stage.ts'

/** The parts of an item that decide whether its sender is trusted. */
export interface SenderEvidence {
  results: {
    authenticate?: SenderResult | undefined
    parse?: { notice: Pick<Notice, 'format'>; misfit?: string } | undefined
  }
  vouch: Vouch | undefined
}

/** Stages that determine who sent a message and what it says. Every other stage acts on its content. */
const readingStages: ReadonlySet<StageName> = new Set(['receive', 'authenticate', 'parse'])

/** Whether a stage acts on a notice, so that its sender must be verified or vouched for first. */
function needsTrust(stage: StageName): boolean {
  return !readingStages.has(stage)
}

/**
 * Whether the message's content may be acted on: its sender is verified and nothing indicates deception, or a person
 * vouched for it. A vouch covers only the warning shown to the person; a later warning needs another vouch.
 */
export function isBelieved({ results: { authenticate, parse }, vouch }: SenderEvidence): boolean {
  if (!authenticate) return false
  const { trust, flag, onlyFor } = authenticate
  // A sender listed in a format of the firm is verified only for messages in that format, not for court notices.
  const isOwn = onlyFor === undefined || (parse !== undefined && onlyFor.includes(parse.notice.format))
  // A court's signature proves nothing about another court's filing.
  const isFitting = parse?.misfit === undefined
  if ((trust === 'verified' || trust === 'forwarded') && !flag && isOwn && isFitting) return true
  return vouch !== undefined && (flag === undefined || vouch.flag === flag)
}

/** Whether the message itself proves its sender. What a rule does on its own requires more than a person's trust. */
export function isProven(sender: Pick<SenderEvidence, 'results'>): boolean {
  return isBelieved({ results: sender.results, vouch: undefined })
}

/** Returns why a stage doesn't run for the item, as a sentence that says what to do; undefined if it may run. */
export function whyHeld(sender: SenderEvidence, stage: StageName): string | undefined {
  if (!needsTrust(stage) || isBelieved(sender)) return undefined
  return `${warningOf(sender)} On hold: nothing was retrieved and no one was notified. ${nextStepOf(sender)}`
}

/** A message that wasn't understood goes to a person, who must know that its sender isn't verified either. */
export function withWarning(sender: SenderEvidence, stage: StageName, outcome: Outcome): Outcome {
  if (stage !== 'parse' || outcome.kind !== 'review' || isBelieved(sender)) return outcome
  return { ...outcome, sentence: `${outcome.sentence} ${warningOf(sender)}` }
}

function warningOf({ results: { authenticate, parse } }: SenderEvidence): string {
  if (authenticate?.flag) {
    const why = authenticate.reasons?.length ? `: ${authenticate.reasons.join('; ').replace(/\.$/, '')}` : ''
    return `This is probably a fake notice${why}.`
  }
  if (authenticate?.onlyFor)
    return "Sender not verified: it is the sender in one of the firm's notice formats, but that format didn't read this message."
  if (parse?.misfit !== undefined) return `Sender not verified for this court: ${parse.misfit}`
  const why = authenticate?.why?.replace(/^Not proven(?: yet)?: /, '')
  return why ? `Sender not verified: ${why}` : "Sender not verified: nothing proves that it's the court."
}

function nextStepOf({ results: { authenticate } }: SenderEvidence): string {
  const isFlagged = authenticate?.flag !== undefined
  return isFlagged
    ? "Don't open anything in it. Check the court's docket, then cancel it; choose Trust sender only if the court confirms it."
    : 'If you know that the court sent it, choose Trust sender; otherwise handle it manually or cancel it.'
}
