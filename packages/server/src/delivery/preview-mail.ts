import type { SystemMail } from '../api/system-mail.ts'
import { templateFiller } from '../templates/fill-on-thread.ts'
import type { MailContext } from '../templates/mail-template.ts'
import { tidyBody } from '../templates/tidy-body.ts'
import { mailPage } from './html-part.ts'
import { html, oneLine } from './mail-text.ts'

interface Draft {
  template: { subject: string; body: string }
  context: MailContext
  firm: { name: string; primaryColor: string | null }
}

/** A template as a mail to whoever is writing it, or what is wrong with it. */
export async function previewMail(
  { template, context, firm }: Draft,
  to: string,
): Promise<SystemMail | { field: 'subject' | 'body'; problem: string }> {
  for (const field of ['subject', 'body'] as const) {
    const [problem] = await templateFiller.problems({ kind: 'FILING', field, template: template[field] })
    if (problem) return { field, problem }
  }
  const { subject, body: rendered } = await templateFiller.page(template, context)
  if ('problem' in subject) return { field: 'subject', ...subject }
  const body = 'problem' in rendered ? rendered : tidyBody(rendered.text)
  if ('problem' in body) return { field: 'body', ...body }
  const title = `${previewMark} ${oneLine(subject.text, 250) || 'No subject'}`
  const page = {
    title,
    preheader: '',
    firmName: oneLine(firm.name, 100),
    colour: firm.primaryColor ?? '',
    footer: html`${why}`,
  }
  const own = { html: body.html }
  const rows = html`<tr><td style="padding:20px 24px;font-size:15px;line-height:22px;word-break:break-word;">${own}</td></tr>`
  return { to, subject: title, text: `${body.text}\n\n${why}`, html: mailPage(page, rows) }
}

/** What the subject of a preview begins with. */
export const previewMark = '[Preview]'
const why =
  'You sent this preview of an email template to yourself. In a mail about a filing the documents have their links, and a button opens the filing.'
