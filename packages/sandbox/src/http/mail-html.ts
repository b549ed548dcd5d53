import type { Mail, OpenedMail } from '../mailbox/mail.ts'

/** Returns the page with the list and its search box. */
export function mailListPage(
  mails: readonly Mail[],
  { query, dmsUrl }: { query: string; dmsUrl: string | undefined },
): string {
  return page('Outgoing mail', [
    '<header><h1>Outgoing mail</h1>',
    `<p>Every email that this demo sends is listed here and goes no further.${dmsUrl === undefined ? '' : ` <a href="${escapeHtml(dmsUrl)}">Documents in the DMS</a>`}</p>`,
    '<form role="search" action="/mail"><label for="q">Search recipient, subject or text</label>',
    `<div class="field"><input id="q" name="q" type="search" value="${escapeHtml(query)}"><button>Search</button></div></form></header>`,
    `<main id="live" data-query="${escapeHtml(query)}">${mailList(mails, query)}</main>`,
    script,
  ])
}

const script = '<script src="/mail/live.js" defer></script>'
const maxShown = 500

/** Returns the matching rows, newest first, under a line with their number. */
export function mailList(mails: readonly Mail[], query: string): string {
  const matching = mails.filter((mail) => matches(mail, query)).reverse()
  const shown = matching.slice(0, maxShown)
  if (matching.length === 0) return `<p role="status">${emptySentence(mails.length, query)}</p>`
  return [
    `<p role="status">${countSentence(matching.length, shown.length)}</p>`,
    '<table><thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Received</th></tr></thead><tbody>',
    ...shown.map(mailRow),
    '</tbody></table>',
  ].join('\n')
}

/** Returns the page of one email: sender, time, attachments, and its body in a sandboxed frame. */
export function mailPage(mail: OpenedMail): string {
  const subject = escapeHtml(mail.subject || '(no subject)')
  return page(mail.subject || '(no subject)', [
    `<header><nav><a href="/mail">All outgoing mail</a></nav><h1>${subject}</h1></header>`,
    '<main>',
    details(mail),
    attachments(mail),
    mail.hasHtml ? frame(mail) : '',
    mail.text === ''
      ? ''
      : `<details${mail.hasHtml ? '' : ' open'}><summary>Plain text</summary><pre>${escapeHtml(mail.text)}</pre></details>`,
    headers(mail),
    '</main>',
    script,
  ])
}

export function missingPage(): string {
  return page('No such email', [
    '<main><h1>There is no such email</h1><p><a href="/mail">All outgoing mail</a></p></main>',
  ])
}

function matches(mail: Mail, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  const searched = [mail.subject, mail.from, ...mail.to, ...mail.envelopeTo, mail.text].join('\n').toLowerCase()
  return wanted === '' || searched.includes(wanted)
}

function mailRow(mail: Mail): string {
  const marks = [
    mail.attachments.length === 0 ? '' : `${mail.attachments.length} attached`,
    mail.copy === 1 ? '' : `copy ${mail.copy} of the same email`,
  ].filter((mark) => mark !== '')
  const note = marks.length === 0 ? '' : ` <small>${marks.join(', ')}</small>`
  const subject = escapeHtml(mail.subject || '(no subject)')
  return `<tr><td><a href="/mail/${mail.id}">${subject}</a>${note}</td><td>${escapeHtml(mail.envelopeTo.join(', '))}</td><td>${time(mail.at)}</td></tr>`
}

function details(mail: OpenedMail): string {
  const rows: [string, string][] = [
    ['From', escapeHtml(mail.from)],
    ['To', escapeHtml(mail.to.join(', '))],
    ['Delivered to', escapeHtml(mail.envelopeTo.join(', '))],
    ['Received', time(mail.at)],
    ['Message-ID', `<code>${escapeHtml(mail.messageId)}</code>`],
  ]
  return `<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>`
}

function attachments(mail: OpenedMail): string {
  if (mail.attachments.length === 0) return ''
  const items = mail.attachments.map(
    ({ index, name, size }) =>
      `<li><a href="/mail/${mail.id}/attachments/${index}">${escapeHtml(name)}</a> <small>${Math.ceil(size / 1000)} KB</small></li>`,
  )
  return `<section aria-label="Attachments"><h2>Attachments</h2><ul>${items.join('')}</ul></section>`
}

/** Links open in a tab of their own, as mail programs do: in the frame, our policy would show a blocked page. */
export const mailSandbox = 'allow-popups allow-popups-to-escape-sandbox'

function frame(mail: OpenedMail): string {
  return `<iframe title="The email as its reader sees it" sandbox="${mailSandbox}" src="/mail/${mail.id}/html"></iframe>`
}

function headers(mail: OpenedMail): string {
  const lines = mail.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
  const raw = `<p><a href="/mail/${mail.id}/raw">Download the message</a></p>`
  return `<details><summary>Headers</summary><pre>${escapeHtml(lines)}</pre></details>${raw}`
}

function emptySentence(all: number, query: string): string {
  if (all === 0) return 'No email yet. Emails appear here by themselves as soon as a notice is delivered.'
  return `None of the ${all} emails contains “${escapeHtml(query.trim())}”.`
}

function countSentence(matching: number, shown: number): string {
  const emails = matching === 1 ? '1 email' : `${matching} emails`
  return matching > shown ? `${emails}, the newest ${shown} shown` : emails
}

/** In UTC; the page's script shows it in the reader's time zone. */
function time(iso: string): string {
  return `<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC</time>`
}

function page(title: string, body: readonly string[]): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/mail/style.css"><link rel="icon" href="data:,"></head>
<body>${body.join('\n')}</body></html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
