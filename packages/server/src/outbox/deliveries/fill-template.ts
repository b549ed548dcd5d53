import { oneLine } from '@courtcrier/lib/mail-text.ts'
import { templateFiller } from '../templates/fill-on-thread.ts'
import { documentsMark } from '../templates/mail-template.ts'
import type { Rendered } from '../templates/sandboxed-liquid.ts'
import type { TidyBody } from '../templates/tidy-body.ts'
import type { MailTemplate } from './filing-mail.ts'

/** An email filled in by a firm's template; Courtcrier's own format is used for a part it leaves empty. */
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

/** Fills in a template. If it fails, returns the problem: the email goes out anyway, in Courtcrier's own format. */
export async function fillTemplate({ id, found, refused }: MailTemplate): Promise<FilledTemplate | TemplateProblem> {
  if (refused !== undefined) return { templateId: id, sentence: refused }
  if (!found) return missingTemplate(id)
  const { subject, body, context } = found
  const rendered = await templateFiller.mail({ subject: subject ?? '', body: body ?? '' }, context)
  return filledWith({ id, name: found.name }, { ...rendered, mark: documentsMark })
}

export function missingTemplate(templateId: string): TemplateProblem {
  return { templateId, sentence: 'An email template that emails use no longer exists.' }
}

interface Filling {
  subject: Rendered
  body: TidyBody
  /** A pattern for the placeholder words that are replaced later. */
  mark: string
}

/** The result of any kind of template. */
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

/** Whether the body names the place for the documents. */
export function namesDocuments(body: FilledBody): boolean {
  return body.html.includes(documentsMark)
}

/** Returns the body with the documents in the places it names. */
export function withDocuments(body: FilledBody, part: keyof FilledBody, documents: string): string {
  return body[part].replaceAll(documentsMark, () => documents)
}

/** A table can't be inside a paragraph: a paragraph with nothing but the documents becomes a `div`. */
function standingAlone(html: string, mark: string): string {
  return html.replaceAll(new RegExp(`<p[^>]*>\\s*(${mark})\\s*</p>`, 'g'), '<div style="margin:12px 0;">$1</div>')
}
