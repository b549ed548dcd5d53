import { templateFiller } from '../templates/fill-on-thread.ts'
import { documentsMark } from '../templates/mail-template.ts'
import type { Rendered } from '../templates/sandboxed-liquid.ts'
import type { TidyBody } from '../templates/tidy-body.ts'
import type { MailTemplate } from './filing-mail.ts'
import { oneLine } from './mail-text.ts'

/** What a firm's template makes of a mail; a part that it leaves empty is Courtcrier's own. */
export interface FilledTemplate {
  subject?: string
  body?: FilledBody
}

export interface FilledBody {
  html: string
  text: string
}

/** A template that could not be used, and why. */
export interface TemplateProblem {
  templateId: string
  sentence: string
}

/** Fills a template in. One that fails gives the problem: the mail goes out all the same, in Courtcrier's own way. */
export async function fillTemplate({ id, found }: MailTemplate): Promise<FilledTemplate | TemplateProblem> {
  if (!found) return missingTemplate(id)
  const { subject, body, context } = found
  const rendered = await templateFiller.mail({ subject: subject ?? '', body: body ?? '' }, context)
  return filledWith({ id, name: found.name }, { ...rendered, mark: documentsMark })
}

export function missingTemplate(templateId: string): TemplateProblem {
  return { templateId, sentence: 'An email template that mails were to be made with is not there any more.' }
}

interface Filling {
  subject: Rendered
  body: TidyBody
  /** A pattern of the words in whose place something is put. */
  mark: string
}

/** What a template of any kind gave. */
export function filledWith(
  { id, name }: { id: string; name: string },
  { subject, body, mark }: Filling,
): FilledTemplate | TemplateProblem {
  const failed = (field: string, problem: string): TemplateProblem => ({
    templateId: id,
    sentence: `The ${field} of the email template "${oneLine(name, 120)}" could not be used: ${oneLine(problem, 500)}`,
  })
  if ('problem' in subject) return failed('subject', subject.problem)
  if ('problem' in body) return failed('body', body.problem)
  const line = oneLine(subject.text, longestSubject)
  return {
    ...(line !== '' && { subject: line }),
    ...((body.text !== '' || /<img /.test(body.html)) && {
      body: { html: standingAlone(body.html, mark), text: body.text },
    }),
  }
}

const longestSubject = 250

/** Whether the body says itself where the documents are to stand. */
export function namesDocuments(body: FilledBody): boolean {
  return body.html.includes(documentsMark)
}

/** The body with the documents in the places that it names. */
export function withDocuments(body: FilledBody, part: keyof FilledBody, documents: string): string {
  return body[part].replaceAll(documentsMark, () => documents)
}

/** A table has no place within a paragraph: one that holds the documents only makes room for them. */
function standingAlone(html: string, mark: string): string {
  return html.replaceAll(new RegExp(`<p[^>]*>\\s*(${mark})\\s*</p>`, 'g'), '<div style="margin:12px 0;">$1</div>')
}
