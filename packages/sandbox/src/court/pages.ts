import type { Filing, FilingNotice } from '../filings/filing.ts'
import { type Court, getCourt } from '../world/courts.ts'

/** The HTML that courts answer with when it is not the PDF itself. */

/** Shown for spent, expired and unknown links alike: courts don't tell which. */
export function loginPage(): string {
  return page('PACER: Login', [
    '<h1>PACER Login</h1>',
    '<p>Your browser must be set to accept cookies in order to log in to this site.</p>',
    '<form id="loginForm" action="/cgi-bin/login.pl" method="post">',
    '<label>Username <input type="text" name="loginForm:loginName"></label>',
    '<label>Password <input type="password" name="loginForm:password"></label>',
    '<label>Client Code <input type="text" name="loginForm:clientCode"></label>',
    '<button type="submit">Login</button></form>',
    '<p>This is a restricted government system for official judiciary business only.</p>',
  ])
}

export function sealedPage(court: Court): string {
  return page(courtTitle(court), [
    '<p><b>This document is SEALED.</b></p>',
    '<p>You do not have permission to view this document.</p>',
  ])
}

export function unavailablePage(court: Court): string {
  return page(courtTitle(court), ['<p><b>This document is not available.</b></p>'])
}

export function errorPage(): string {
  return '<html><head><title>500 Internal Server Error</title></head><body><h1>Internal Server Error</h1></body></html>\n'
}

/** The detour of some courts: the PDF is in the frame, under a temporary address. */
export function framePage(court: Court, temporaryUrl: string): string {
  return page(courtTitle(court), [`<iframe src="${temporaryUrl}" width="100%" height="100%" frameborder="0"></iframe>`])
}

/** Asked where a link comes without `use_magic=1`. Sending the form costs nothing and shows the document. */
export function freeLookPage(
  court: Court,
  input: { path: string; fields: readonly (readonly [string, string])[] },
): string {
  const fields = [...input.fields, ['use_magic', '1'] as const]
  return page(courtTitle(court), [
    '<p><b>Free Look</b></p><p>This is your one free look at this document. You will not be billed.</p>',
    `<form action="${input.path}" method="post">`,
    ...fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`),
    '<input type="submit" value="View Document"></form>',
  ])
}

/** The attachment menu: a row for the main document and one for each attachment. `sizes` are in document order. */
export function menuPage(filing: Filing, notice: FilingNotice, sizes: readonly number[]): string {
  const court = getCourt(filing.courtId)
  const rows = filing.documents.map((document, index) => {
    const id = `${document.courtDocumentId.slice(0, 3)}1${document.courtDocumentId.slice(4)}`
    const link = menuLink({ filing, notice, court, id, label: String(index === 0 ? filing.documentNumber : index) })
    const size = sizes[index] ?? 0
    const box = `<input type="checkbox" name="document_${filing.documentNumber}_${index}" value="${id.slice(4)}-${size}-${document.pages}" />`
    const pages = `<td>${document.pages} ${document.pages === 1 ? 'page' : 'pages'}</td>\n\t\t\t\t<td>${kilobytes(size)}</td>`
    if (index === 0)
      return `<td colspan="2"><b>Document Number:</b></td>\n<td width="50px">${box}</td>\n<td>${link}</td>\n${pages}`
    return `<td width="50px">${box}</td>\n<td>${link}</td>\n<td colspan="2">${document.description}</td>\n${pages}`
  })
  const [main, ...attachments] = rows.map((row) => `\t\t\t<tr>\n${row}\n\t\t\t</tr>`)
  return page(courtTitle(court), [
    '<p><b style="margin:10px">Document Selection Menu</b></p>',
    '<p><span style="margin:10px">Select the document you wish to view.</span></p>',
    '<form>\n<table style="table-layout:fixed;word-wrap:break-word;margin: 20px">',
    main ?? '',
    '\t\t\t<tr height="50px">\n<td width="150px" colspan="2"><b>Attachment</b></td>\n<td width="200px" colspan="2"><b>Description</b></td>\n<td width="100px"><b>Pages</b></td>\n<td width="100px"><b>Size</b></td>\n\t\t\t</tr>',
    ...attachments,
    '\t\t\t<tr>\n<td colspan="6"><hr></td>\n\t\t\t</tr>',
    `</table>\n<input type="button" id="view_button" value="View Selected"> or <input type="button" id="download_button" value="Download Selected"></form>`,
  ])
}

interface MenuLinkInput {
  filing: Filing
  notice: FilingNotice
  court: Court
  id: string
  label: string
}

/** The address alone leads to the log-in; the script's arguments carry case, sequence and token, as the court's own do. */
function menuLink({ filing, notice, court, id, label }: MenuLinkInput): string {
  const values = [`/doc1/${id}`, filing.courtCaseId, filing.sequence, '', '', '', notice.token, '']
  const script = `goDLS(${values.map((value) => `'${value}'`).join(',')});return(false);`
  return `<a href="https://${court.host}/doc1/${id}" onClick="${script}">${label}</a>`
}

function page(title: string, lines: readonly string[]): string {
  const head = `<html><head><link rel="shortcut icon"  href="/favicon.ico"/><title>${title}</title>`
  return `${head}</head><body BGCOLOR=FFFFFF TEXT=000000>\n<div id="cmecfMainContent">\n${lines.join('\n')}\n</div></body></html>\n`
}

function courtTitle(court: Court): string {
  return `${court.id.toUpperCase()}-ECF`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1).padStart(5)} KB`
}
