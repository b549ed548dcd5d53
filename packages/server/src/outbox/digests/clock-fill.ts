import type { ClockKind } from '@courtcrier/contract/clock-placeholders.ts'
import { oneLine } from '@courtcrier/lib/mail-text.ts'
import { type FilledTemplate, filledWith, type TemplateProblem } from '../deliveries/fill-template.ts'
import { type ClockValues, partPattern } from '../templates/clock-template.ts'
import { templateFiller } from '../templates/fill-on-thread.ts'
import type { ClockMessage } from './mail-frame.ts'

/** The firm's template for a scheduled message. */
export interface ClockTemplate {
  id: string
  kind: ClockKind
  name: string
  subject: string | null
  body: string | null
}

/** How a message is composed. */
export interface ByTemplate {
  /** Courtcrier's own format is used if absent. */
  template?: ClockTemplate | undefined
  /** Why the recipient gets it, if not for the usual reason. */
  reason?: string
}

/** A scheduled email, and why the firm's template wasn't used if it should have been. */
export interface ClockMail {
  mail: ClockMessage
  templateProblem?: TemplateProblem
}

/** The firm's template filled with the values; empty if there is none, or if it fails. */
export async function fillClock(
  template: ClockTemplate | undefined,
  values: ClockValues,
): Promise<{ own: FilledTemplate; templateProblem?: TemplateProblem }> {
  if (!template) return { own: {} }
  const draft = { subject: template.subject ?? '', body: template.body ?? '' }
  const filled = filledWith(template, { ...(await templateFiller.clock(draft, values)), mark: partPattern })
  return 'templateId' in filled ? { own: {}, templateProblem: filled } : { own: filled }
}

/** A value for a template, as one line. */
export function lineValue(text: string | null | undefined, longest = 500): string {
  return oneLine(text ?? '', longest)
}
