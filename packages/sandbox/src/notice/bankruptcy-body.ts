import type { AssociatedCase, Filing, FilingDocument, FilingNotice } from '../filings/filing.ts'
import { courtTime, noticeDate, noticeTime } from '../filings/times.ts'
import type { ServedPerson } from '../world/cases.ts'
import type { Court } from '../world/make-court.ts'
import { publicAccessNote } from './public-access.ts'
import { wrapAsCourts } from './wrap.ts'

/**
 * Returns the HTML of a bankruptcy court's notice: no fonts, names in `<span class="personName">`, addresses joined by
 * commas and semicolons, links in single quotes with parameters in a different order, and a separate document for each
 * case.
 */
export function makeBankruptcyBody(filing: Filing, notice: FilingNotice, court: Court): string {
  const time = courtTime(new Date(filing.enteredAt), court.timeZone)
  const by = filing.enteredBy ?? 'admin'
  return [
    `<p><strong>${publicAccessNote} However, if the referenced document is a transcript, the free copy and 30-page limit do not apply.</strong></p>\n\n\n\n`,
    '<p align=center><strong>U.S. Bankruptcy Court</strong></p>\n',
    `<p align=center><strong>${court.name}</strong></p>`,
    'Notice of Electronic Filing\n<BR>\n<div>',
    `<BR>The following transaction was received from ${by} entered on ${noticeDate(time)} at ${noticeTime(time)} and filed on ${noticeDate(time)} \n\n<BR>\n\n\n`,
    caseTable(filing, { court, url: notice.url }),
    ...filing.associated.map((entry, at) => caseTable(entry, { court, url: notice.associated[at]?.url })),
    `\n<p><strong>Docket Text:</strong>\n\n<BR>\n${filing.docketText}\n</p>\n`,
    documentList(filing, court),
    '</div>\n\n\n',
    `\n<BR><B>\n${filing.docketNumber} Notice will be electronically mailed to:\n</B>\n\n<BR>\n`,
    ...filing.served.map((person) => servedPerson(filing, person)),
    `\n<BR>\n<B>\n${filing.docketNumber} ${court.notServedHeading}\n</B>\n\n<BR>\n`,
    ...filing.notServed.map(({ name, address }) => `\n<BR>${[name, ...address].join('\n<BR>')}\n<BR>`),
    '',
  ].join('\n')
}

/** Returns the table of a case. Names are padded with blanks, as in the court's database. */
function caseTable(
  { caseName, courtCaseId, docketNumber, documentNumber }: Filing | AssociatedCase,
  { court, url }: { court: Court; url: string | undefined },
): string {
  const number =
    url === undefined ? `${documentNumber}(No document attached)` : `<a href='${url}'>${documentNumber}</a>`
  return [
    '\n<table border=0 cellspacing=0>',
    `<tr><td><strong>Case Name:</strong>\n</td><td>${caseName.padEnd(48)} </td></tr>`,
    `<tr><td><strong>Case Number:</strong></td><td><A HREF=https://${court.host}/cgi-bin/DktRpt.pl?${courtCaseId}>${docketNumber}</A></td></tr>\n`,
    `<tr><td><strong>Document Number:</strong></td>\n<td>\n${number}\n</td></tr>\n</table>\n`,
  ].join('\n')
}

function servedPerson({ filers }: Filing, { name, emails }: ServedPerson): string {
  const [first, ...others] = emails
  const list = [first, others.join(';')].filter(Boolean).join(',  ')
  const party = filers[0] === undefined ? '' : ` on behalf of Interested Party ${filers[0]}`
  return `<BR><span class="personName">${name}${party}</span>\n<br>${list}\n<BR>`
}

/** Returns the list of documents. Each case's copy has its own file number, and is also called the main document. */
function documentList(filing: Filing, court: Court): string {
  if (filing.documents.length === 0) return ''
  const date = noticeDate(courtTime(new Date(filing.enteredAt), court.timeZone))
  const own = filing.documents.map((document) => ({ document, file: `${filing.fileNumber}-`, place: document.index }))
  const copies = filing.associated.flatMap(({ document }, at) =>
    document ? [{ document, file: `${filing.fileNumber + 1 + at}-`, place: 0 }] : [],
  )
  const all = [...own, ...copies].map(({ document, file, place }) => {
    const stamp = `[STAMP ${court.stampName}=${983_000_000 + (filing.fileNumber % 1_000)} [Date=${date}] [FileNumber=${file}`
    return documentEntry(document, { stamp, place })
  })
  return `<p>The following document(s) are associated with this transaction:</p>\n<table>\n${all.join('\n')}\n\n</table>`
}

function documentEntry(
  { description, originalFileName, stamp: digits }: FilingDocument,
  { stamp, place }: { stamp: string; place: number },
): string {
  return [
    wrapAsCourts(`<STRONG>Document description:</STRONG>${description}  `),
    `<BR><STRONG>Original filename:</STRONG>${originalFileName}`,
    '<BR><STRONG>Electronic document Stamp:</STRONG>',
    `<BR><TAB>${stamp}`,
    `<BR><TAB>${place}] [${digits.slice(0, 66)}`,
    `<BR><TAB>${digits.slice(66)}]]\n<BR>`,
  ].join('\n')
}
