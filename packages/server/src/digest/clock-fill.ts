import type { ClockKind } from '@courtcrier/contract/clock-placeholders.ts'
import { type FilledTemplate, filledWith, type TemplateProblem } from '../delivery/fill-template.ts'
import { oneLine } from '../delivery/mail-text.ts'
import { type ClockValues, partPattern } from '../templates/clock-template.ts'
import { templateFiller } from '../templates/fill-on-thread.ts'
import type { ClockMessage } from './mail-frame.ts'

/** The firm's template of a message by the clock. */
export interface ClockTemplate {
  id: string
  kind: ClockKind
  name: string
  subject: string | null
  body: string | null
}

/** How a message is made. */
export interface ByTemplate {
  /** Courtcrier's own way when absent. */
  template?: ClockTemplate | undefined
  /** Why the reader gets it, where that is not what it usually is. */
  reason?: string
}

/** A mail by the clock, and why the firm's template did not make it where it should have. */
export interface ClockMail {
  mail: ClockMessage
  templateProblem?: TemplateProblem
}

/** What the firm's template makes of the values; nothing of its own where there is none, or where it fails. */
export async function fillClock(
  template: ClockTemplate | undefined,
  values: ClockValues,
): Promise<{ own: FilledTemplate; templateProblem?: TemplateProblem }> {
  if (!template) return { own: {} }
  const draft = { subject: template.subject ?? '', body: template.body ?? '' }
  const filled = filledWith(template, { ...(await templateFiller.clock(draft, values)), mark: partPattern })
  return 'templateId' in filled ? { own: {}, templateProblem: filled } : { own: filled }
}

/** A value of a court for a template: one line. */
export function lineValue(text: string | null | undefined, longest = 500): string {
  return oneLine(text ?? '', longest)
}
