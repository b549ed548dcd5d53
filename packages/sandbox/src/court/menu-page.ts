import type { Filing, FilingDocument, FilingNotice } from '../filings/filing.ts'
import { getCourt } from '../world/courts.ts'
import type { Court } from '../world/make-court.ts'
import { courtTitle, page } from './page.ts'

export interface MenuInput {
  filing: Filing
  notice: FilingNotice
  /** In document order, in bytes. */
  sizes: readonly number[]
}

/** Returns the attachment menu in the form used by the filing's court. */
export function menuPage(input: MenuInput): string {
  const court = getCourt(input.filing.courtId)
  const { menu } = input.filing.behaviour
  if (menu === 'appellate') return appellateMenu(input, court)
  const lines = menu === 'table' ? oldTable(input, court) : checkBoxForm(input, court, menu === 'parts')
  return page(courtTitle(court), ['<p><b style="margin:10px">Document Selection Menu</b></p>', ...lines])
}

/**
 * Returns a menu with check boxes that contain the sizes in bytes. Some courts count the main document as part 1
 * (`isInParts`).
 */
function checkBoxForm(input: MenuInput, court: Court, isInParts: boolean): string[] {
  const { filing, sizes } = input
  const rows = filing.documents.map((document, index) => {
    const number = isInParts && index > 0 ? index + 1 : index
    const id = directId(document)
    const link = menuLink(input, { court, id, label: String(index === 0 ? filing.documentNumber : number) })
    const size = sizes[index] ?? 0
    const box = `<input type="checkbox" name="document_${filing.documentNumber}_${number}" onchange="update_sizes(this)" autocomplete="off" value="${id.slice(4)}-${size}-${document.pages}" />`
    const facts = `<td>${pageCount(document)}</td>\n\t\t\t\t<td>${kilobytes(size)}</td>`
    if (index === 0)
      return `<td colspan="2"><b>Document Number:</b></td>\n<td width="50px">${box}</td>\n<td>${link}</td>\n${facts}`
    return `<td width="50px">${box}</td>\n<td>${link}</td>\n<td colspan="2">${document.description}</td>\n${facts}`
  })
  const [main = '', ...attachments] = rows.map((row) => `\t\t\t<tr>\n${row}\n\t\t\t</tr>`)
  return [
    '<p><span style="margin:10px">Select the document you wish to view.</span></p>',
    '<form>\n<table style="table-layout:fixed;word-wrap:break-word;margin: 20px">',
    main,
    '\t\t\t<tr height="50px">\n<td width="150px" colspan="2"><b>Attachment</b></td>\n<td width="200px" colspan="2"><b>Description</b></td>\n<td width="100px"><b>Pages</b></td>\n<td width="100px"><b>Size</b></td>\n\t\t\t</tr>',
    ...attachments,
    '\t\t\t<tr>\n<td colspan="6"><hr></td>\n\t\t\t</tr>',
    `</table>\n<input type="button" id="view_button" onclick="submit_form(0, '${combined(filing)}')" value="View Selected"> or <input type="button" id="download_button" value="Download Selected"></form>`,
  ]
}

/** Returns the menu from before the check boxes: sizes in rounded words, rows that are never closed. */
function oldTable(input: MenuInput, court: Court): string[] {
  const { filing, sizes } = input
  const rows = filing.documents.map((document, index) => {
    const label = String(index === 0 ? filing.documentNumber : index)
    const link = menuLink(input, { court, id: directId(document), label })
    const facts = `<td width=400>${pageCount(document)}</td><td width=600>${Math.round((sizes[index] ?? 0) / 1024)} kb</td>`
    if (index === 0)
      return `<tr><td colspan=2><B>Document Number:</B> ${link}</td>${facts}<tr><td>&nbsp;</td><tr><td width=100><B>Attachment</B></TD><TD width=240><B>Description</B></TD>`
    return `<tr>\n<td width=100 valign=top>${link}</td>\n<td width=240> ${document.description}</td>\n${facts}\n</tr>`
  })
  return [
    '<p>&nbsp;&nbsp;Select the document you wish to view.</p>',
    '<table width=600 cellpadding=4 cellspacing=3>',
    ...rows,
    `<tr><td colspan='4'><hr></td></tr><tr><td colspan=2><input type='button' onClick="parent.location='${combined(filing)}'" value='View All'></td></tr></table>`,
  ]
}

/**
 * Returns the menu of a court of appeals, which numbers the parts, the main document being part 1, and links an icon.
 */
function appellateMenu({ filing, sizes }: MenuInput, court: Court): string {
  const rows = filing.documents.map((document, index) => {
    const id = directId(document)
    const size = sizes[index] ?? 0
    const box = `<INPUT class='selDocCl' TYPE='checkbox' NAME='md' VALUE='${id.slice(4)}' ONCLICK='sumDocSelected(this,${document.pages},${size}, ${id.slice(4)})' CHECKED>`
    const link = `<a HREF='https://${court.host}/docs1/${id}' ONCLICK="return doDocPostURL('${id}')"><img title='Open Document' width='13' height='15' BORDER=2 SRC='TransportRoom?servlet=document.gif' ALT='Open document' ></a>&nbsp;`
    return `<TR><TD ALIGN=center>${box}</TD><td align=center>${index + 1}</td><td align=center>${link}</td><td>${document.description}</td><td align=center>${document.pages}</td><td align=center>${(size / 1024).toFixed(2)} KB</td></tr>`
  })
  return [
    `<!DOCTYPE html>\n<HTML><HEAD><TITLE>Document</TITLE></HEAD>\n<BODY BGCOLOR=#FFFFDA>`,
    `<table border=0 align=center>\n<tr><th align=center><b>${filing.documents.length} Documents are attached to this filing</b><br><br></th></tr>\n</table>`,
    '<table border=1 align=center cellpadding=5>\n<tr><td>\n\t<table border=0 cellpadding=5>',
    '\t<tr><th align=center colspan=3>Document</th>\t<th align=center>Description</th><th align=center>Pages</th>\n<th align=center>Size</th></tr>',
    ...rows,
    '\t</table>\n</td></tr>\n</table>\n<CENTER>\n<SCRIPT type="text/javascript">\nfunction ProcessForm(uChoice) {',
    `  window.location='TransportRoom?servlet=ShowDocMulti&caseId=${filing.courtCaseId}&outputType=doc&d=${filing.sequence}&outputForm=view&incPdfFooter='+incFoot+'&dls='+dlsIdArr.join();`,
    '}\n</SCRIPT>\n</CENTER></BODY></HTML>\n',
  ].join('\n')
}

interface MenuLink {
  court: Court
  id: string
  label: string
}

/**
 * Returns a link whose address alone leads to the login; the script's arguments carry case, sequence and token, like
 * the court's own.
 */
function menuLink({ filing, notice }: MenuInput, { court, id, label }: MenuLink): string {
  const values = [`/doc1/${id}`, filing.courtCaseId, filing.sequence, '', '', '', notice.token, '']
  const script = `goDLS(${values.map((value) => `'${value}'`).join(',')});return(false);`
  return `<a href="https://${court.host}/doc1/${id}" onClick="${script}">${label}</a>`
}

/** Returns a link to all documents in one file; a firm requesting it couldn't tell them apart. */
function combined({ courtCaseId, sequence }: Filing): string {
  return `/cgi-bin/show_multidocs.pl?caseid=${courtCaseId}&arr_de_seq_nums=${sequence}&magic_num=&pdf_header=&hdr=&pdf_toggle_possible=`
}

function directId({ courtDocumentId }: FilingDocument): string {
  return `${courtDocumentId.slice(0, 3)}1${courtDocumentId.slice(4)}`
}

function pageCount({ pages }: FilingDocument): string {
  return `${pages} ${pages === 1 ? 'page' : 'pages'}`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1).padStart(5)} KB`
}
