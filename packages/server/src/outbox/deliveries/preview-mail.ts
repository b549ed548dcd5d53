import { html, oneLine } from '@courtcrier/lib/mail-text.ts'
import type { SystemMail } from '../mail/system-mail.ts'
import { templateFiller } from '../templates/fill-on-thread.ts'
import type { MailContext } from '../templates/mail-template.ts'
import { tidyBody } from '../templates/tidy-body.ts'
import { mailPage } from './html-part.ts'

interface Draft {
  template: { subject: string; body: string }
  context: MailContext
  firm: { name: string; primaryColor: string | null }
}

/** Emails a template to its author, or returns what is wrong with it. */
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
    color: firm.primaryColor ?? '',
    footer: html`${why}`,
  }
  const own = { html: body.html }
  const rows = html`<tr><td style="padding:20px 24px;font-size:15px;line-height:1.45;word-break:break-word;">${own}</td></tr>`
  return { to, subject: title, text: `${body.text}\n\n${why}`, html: mailPage(page, rows) }
}

/** The prefix of the subject of a preview. */
export const previewMark = '[Preview]'
const why =
  'You sent this preview of an email template to yourself. In an email about a filing, the documents have links, and a button opens the filing.'
