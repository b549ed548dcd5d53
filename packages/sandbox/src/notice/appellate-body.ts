import type { Filing, FilingNotice } from '../filings/filing.ts'
import { courtTime, noticeDate } from '../filings/times.ts'
import type { Court } from '../world/make-court.ts'
import { publicAccessNote } from './public-access.ts'

/**
 * Returns the HTML of a Notice of Docket Activity as CM/ECF's courts of appeals write it: one link for all documents.
 */
export function makeAppellateBody(filing: Filing, notice: FilingNotice, court: Court): string {
  const title = `${filing.docketNumber} ${filing.caseName} "${filing.event}"`
  const transaction = `The following transaction was filed on ${twoDigits(filing, court)}`
  const docket = `https://${court.host}/n/beam/servlet/TransportRoom?servlet=DocketReportFilter.jsp&caseId=${filing.courtCaseId}`
  const documents =
    notice.url === undefined
      ? []
      : [`<TR><TD><STRONG>Document(s):</STRONG></TD>\n<TD><A HREF="${notice.url}">Document(s)</A></TD></TR>`]
  return [
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">',
    '<HTML>\n<HEAD>',
    `<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=utf-8"><TITLE>${title}</TITLE>`,
    '</HEAD>\n<BODY BGCOLOR="#FFFFDA" TEXT="#000000" LINK="#0000ff" VLINK="#551a8b" ALINK="#ff0000">',
    `<P><STRONG>\n${publicAccessNote}</STRONG><BR>`,
    `<P><CENTER><STRONG>${court.name}</STRONG></CENTER>`,
    `<P><STRONG>Notice of Docket Activity</STRONG><BR>\n<BR>\n${transaction}`,
    '<TABLE BORDER=0 CELLSPACING=3>',
    `<TR><TD><STRONG>Case Name:</STRONG></TD>\n<TD colspan='2'>${filing.caseName}<BR>\n</TD></TR>`,
    `<TR><TD><STRONG>Case Number:&nbsp;&nbsp;</STRONG></TD>\n<TD><A HREF="${docket}">${filing.docketNumber}</A></TD></TR>`,
    ...documents,
    '</TABLE><BR>',
    `<P><STRONG>Docket Text:</STRONG><BR>\n${filing.docketText} [${filing.docketNumber}]<BR>\n<BR>`,
    '<STRONG>Notice will be electronically mailed to:</STRONG><BR><BR>',
    ...filing.served.map(({ name, emails }) => `${name}: ${emails.join(', ')}<BR>`),
    '<BR><BR>',
    ...documentList(filing, court),
    '</BODY></HTML>\n',
  ].join('\n')
}

function documentList(filing: Filing, court: Court): string[] {
  if (filing.documents.length === 0) return []
  const stampId = 1_105_000_000 + (filing.fileNumber % 1_000)
  return [
    'The following document(s) are associated with this transaction:<BR>',
    ...filing.documents.map((document) =>
      [
        `<STRONG>Document Description: </STRONG>${document.index === 0 ? filing.event : document.description}<BR>`,
        `<STRONG>Original Filename: </STRONG>${document.originalFileName}<BR>`,
        '<STRONG>Electronic Document Stamp:</STRONG><BR>',
        `[STAMP ${court.stampName}=${stampId} [Date=${twoDigits(filing, court)}] [FileNumber=${filing.fileNumber}-${document.index}] [${document.stamp}]]<BR>\n<BR>`,
      ].join('\n'),
    ),
  ]
}

/** Formats a date: `08/08/2026`. */
function twoDigits(filing: Filing, court: Court): string {
  const [month = '', date = '', year = ''] = noticeDate(courtTime(new Date(filing.enteredAt), court.timeZone)).split(
    '/',
  )
  return [month.padStart(2, '0'), date.padStart(2, '0'), year].join('/')
}
