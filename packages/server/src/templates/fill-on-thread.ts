import type { TemplateKind } from '@courtcrier/contract/resources/email-template.ts'
import { openSharedThread } from '../base/lib/shared-thread.ts'
import { type ClockValues, partPattern } from './clock-template.ts'
import { documentsMark, type MailContext } from './mail-template.ts'
import type { Rendered } from './sandboxed-liquid.ts'
import type { TidyBody } from './tidy-body.ts'

interface Draft {
  subject: string
  body: string
}

/** What the thread is asked. Marks are this thread's own words, so they go along. */
export type FillingQuestion =
  | { task: 'problems'; kind: TemplateKind; field: 'subject' | 'body'; template: string }
  | (Draft & { task: 'mail'; context: MailContext; mark: string })
  | (Draft & { task: 'page'; context: MailContext })
  | (Draft & { task: 'clock'; values: ClockValues; mark: string })

/** Fills templates in without ever holding up the process, whatever somebody wrote. */
export interface TemplateFiller {
  /** A mail about a filing, with `documentsMark` in the places of its documents. */
  mail: (draft: Draft, context: MailContext) => Promise<{ subject: Rendered; body: TidyBody }>
  /** The same as a page, with everything that its elements do. */
  page: (draft: Draft, context: MailContext) => Promise<{ subject: Rendered; body: Rendered }>
  /** A message by the clock. */
  clock: (draft: Draft, values: ClockValues) => Promise<{ subject: Rendered; body: TidyBody }>
  /** What is wrong with a subject or a body, as sentences. */
  problems: (template: {
    kind: TemplateKind
    field: 'subject' | 'body'
    template: string
  }) => Promise<readonly string[]>
}

/**
 * Fills templates in on a thread of their own; one that takes longer than `silenceMs`, or all the memory, ends the
 * thread and has that as its problem, and the templates beside it are filled in by the next thread.
 */
export function openTemplateFiller({ silenceMs, memoryMb }: { silenceMs: number; memoryMb: number }): TemplateFiller {
  const script = new URL('./fill-on-thread-worker.ts', import.meta.url)
  const thread = openSharedThread({ script, silenceMs, memoryMb })
  const ask = async <T>(question: FillingQuestion, otherwise: (problem: string) => T): Promise<T> => {
    const result = await thread.ask(question)
    if (result.state === 'done') return result.answer as T
    if (result.state === 'failed') throw result.error
    return otherwise(result.state === 'late' ? tooLong : tooLarge)
  }
  const neither = (problem: string) => ({ subject: { problem }, body: { problem } })
  return {
    mail: (draft, context) =>
      ask<{ subject: Rendered; body: TidyBody }>({ task: 'mail', ...draft, context, mark: documentsMark }, neither),
    page: (draft, context) => ask<{ subject: Rendered; body: Rendered }>({ task: 'page', ...draft, context }, neither),
    clock: (draft, values) =>
      ask<{ subject: Rendered; body: TidyBody }>({ task: 'clock', ...draft, values, mark: partPattern }, neither),
    problems: (template) => ask<readonly string[]>({ task: 'problems', ...template }, (problem) => [problem]),
  }
}

const tooLong = 'It takes too long to fill in: make it shorter.'
const tooLarge = 'It takes too much memory to fill in: make it shorter.'

/** The filler of the process. A template of the usual length takes a few milliseconds. */
export const templateFiller = openTemplateFiller({ silenceMs: 5_000, memoryMb: 256 })
