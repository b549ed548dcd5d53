import type { TemplateKind } from '@courtcrier/contract/template-kinds.ts'
import { openSharedThread } from '@courtcrier/lib/shared-thread.ts'
import { type ClockValues, partPattern } from './clock-template.ts'
import { documentsMark, type MailContext } from './mail-template.ts'
import type { Rendered } from './sandboxed-liquid.ts'
import type { TidyBody } from './tidy-body.ts'

interface Draft {
  subject: string
  body: string
}

/** Requests to the thread. Marks differ from thread to thread, so those of the calling thread are passed along. */
export type FillingQuestion =
  | { task: 'problems'; kind: TemplateKind; field: 'subject' | 'body'; template: string }
  | (Draft & { task: 'mail'; context: MailContext; mark: string })
  | (Draft & { task: 'page'; context: MailContext })
  | (Draft & { task: 'clock'; values: ClockValues; mark: string })

/** Fills in templates without ever blocking the process, whatever they contain. */
export interface TemplateFiller {
  /** An email about a filing, with `documentsMark` where its documents go. */
  mail: (draft: Draft, context: MailContext) => Promise<{ subject: Rendered; body: TidyBody }>
  /** The same as a page: its documents are listed, and its elements aren't cleaned up for email. */
  page: (draft: Draft, context: MailContext) => Promise<{ subject: Rendered; body: Rendered }>
  /** A scheduled message. */
  clock: (draft: Draft, values: ClockValues) => Promise<{ subject: Rendered; body: TidyBody }>
  /** Returns what is wrong with a subject or a body, as sentences. */
  problems: (template: {
    kind: TemplateKind
    field: 'subject' | 'body'
    template: string
  }) => Promise<readonly string[]>
}

/**
 * Fills in templates on a separate thread. One that takes more processor time than `computeMs`, or all the memory, ends the thread
 * and has that as its problem; the others are filled in by the next thread.
 */
export function openTemplateFiller({ computeMs, memoryMb }: { computeMs: number; memoryMb: number }): TemplateFiller {
  const script = new URL('./fill-on-thread-worker.ts', import.meta.url)
  const thread = openSharedThread({ script, computeMs, memoryMb })
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

/** The filler of this process. A template of typical length takes a few milliseconds. */
export const templateFiller = openTemplateFiller({ computeMs: 5_000, memoryMb: 256 })
