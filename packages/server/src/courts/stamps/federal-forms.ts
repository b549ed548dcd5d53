import * as part from './pieces.ts'
import type { Piece, StampForm } from './stamp-form.ts'

const { maybe } = part
const corpus = (file: string) => `a document of the court: ${file} of the Free Law Project's doctor`
const published = (court: string) => `documents of ${court} as published on CourtListener and govinfo.gov`
const stripped =
  'the header lines that the Free Law Project removes before it reads text (CourtListener, lib/recap_utils)'

const tail: readonly Piece[] = [maybe(part.pageId), maybe(part.page), maybe(part.pageId)]

/** Stamps of the district courts; their numbers always name the office and the type of case. */
export const districtForms: readonly StampForm[] = [
  {
    name: 'district',
    court: 'district',
    courts: 'most district courts',
    sample: 'Case 8:16-cv-01261-DOC-KES Document 40 Filed 08/05/16 Page 1 of 4 Page ID #:365',
    source: corpus('gov.uscourts.cacd.652774.40.0.pdf'),
    line: [part.caseLabel, part.districtNumber, ...part.documentNumber, maybe(part.sealed), part.filed, ...tail],
  },
  {
    name: 'district-doc',
    court: 'district',
    courts: 'S.D. Ohio, N.D. Ohio, E.D. Ky., E.D. Mo.',
    sample: 'Case: 1:22-cv-00123-MRB Doc #: 12 Filed: 03/04/22 Page: 1 of 9 PAGEID #: 123',
    source: published('S.D. Ohio'),
    line: [part.caseLabel, part.districtNumber, ...part.docNumber, part.filed, ...tail],
  },
  {
    name: 'district-ecf',
    court: 'district',
    courts: 'E.D. Wash., E.D. Mich., W.D. Mich.',
    sample: 'Case 2:22-cv-10001-SFC-APP ECF No. 12, PageID.123 Filed 03/04/22 Page 1 of 9',
    source: published('E.D. Mich.'),
    line: [part.caseLabel, part.districtNumber, ...part.ecfNumber, maybe(part.pageId), part.filed, ...tail],
  },
  {
    name: 'district-entered',
    court: 'district',
    courts: 'S.D. Fla.',
    sample: 'Case 1:22-cv-21234-BB Document 12 Entered on FLSD Docket 03/04/2022 Page 1 of 9',
    source: published('S.D. Fla.'),
    line: [
      ...[part.caseLabel, part.districtNumber, ...part.documentNumber],
      ...[/Entered on \w{2,8} Docket (?<entered>\d{1,2}\/\d{1,2}\/\d{2,4})/iy, ...tail],
    ],
  },
  {
    name: 'district-filed-in',
    court: 'district',
    courts: 'S.D. Tex., E.D. Okla.',
    sample: 'Case 4:22-cv-01234 Document 12 Filed on 03/04/22 in TXSD Page 1 of 9',
    source: published('S.D. Tex.'),
    line: [
      ...[maybe(part.caseLabel), part.districtNumber, ...part.documentNumber],
      ...[/Filed (?:in [\w/]{2,8} )?on (?<filed>\d{1,2}\/\d{1,2}\/\d{2,4})(?: in \w{2,8})?/iy, ...tail],
    ],
  },
  {
    name: 'district-colorado',
    court: 'district',
    courts: 'D. Colo.',
    sample: 'Case No. 1:22-cv-01234-RM-NYW Document 12 filed 03/04/22 USDC Colorado pg 1 of 9',
    source: published('D. Colo.'),
    line: [part.caseLabel, part.districtNumber, ...part.documentNumber, part.filed, part.colorado, maybe(part.page)],
  },
  {
    name: 'district-bare',
    court: 'district',
    courts: 'D. Neb., C.D. Ill.',
    sample: '8:22-cv-00123-JFB-MDN Doc # 12 Filed: 03/04/22 Page 1 of 9 - Page ID # 123',
    source: published('D. Neb.'),
    line: [part.districtNumber, ...part.docNumber, part.filed, ...tail],
  },
  {
    name: 'district-number-sign',
    court: 'district',
    courts: 'C.D. Ill.',
    sample: '1:22-cv-01234-MMM-JEH # 12 Filed: 03/04/22 Page 1 of 9',
    source: published('C.D. Ill.'),
    line: [part.districtNumber, ...part.plainNumber, part.filed, ...tail],
  },
  {
    name: 'district-entry',
    court: 'district',
    courts: 'D.S.C.',
    sample: '2:22-cv-00123-DCN Date Filed 03/04/22 Entry Number 12 Page 1 of 9',
    source: published('D.S.C.'),
    line: [part.districtNumber, part.dateFiled, ...part.entryNumber, maybe(part.page)],
  },
  {
    name: 'district-panel',
    court: 'district',
    courts: 'the Judicial Panel on Multidistrict Litigation, which may name the case and its court instead',
    sample: 'Case MDL No. 2741 Document 553 Filed 10/03/16 Page 1 of 4',
    source:
      "transfer orders and a notice of hearing of the panel, of 2020 and 2021, as docslib.org shows them (4390785, 7364499); with a case's number instead only as programs that read dockets write it",
    line: [part.caseLabel, part.panelNumber, ...part.documentNumber, part.filed, ...tail],
  },
]

/** The court's word for the document: `Desc Main Document`, `Main Document`, `Desc Exhibit A`. */
const description: readonly Piece[] = [
  ...[maybe(/Desc:?(?![a-z])/iy), maybe(/Main/iy), maybe(/Exhibit(?: [A-Z0-9]{1,2}(?= ))?/iy), maybe(/Document/iy)],
]
const bankruptcyTail: readonly Piece[] = [maybe(part.entered), ...description, maybe(part.page)]

/** Stamps of the bankruptcy courts. */
export const bankruptcyForms: readonly StampForm[] = [
  {
    name: 'bankruptcy',
    court: 'bankruptcy',
    courts: 'most bankruptcy courts',
    sample: 'Case 23-20091-JNP Doc 118 Filed 03/04/26 Entered 03/04/26 12:33:10 Desc Main Document Page 1 of 9',
    source: `${published('Bankr. D.N.J.')}; ${stripped}`,
    line: [part.caseLabel, part.bankruptcyNumber, ...part.docNumber, part.filed, ...bankruptcyTail],
  },
  {
    name: 'bankruptcy-bare',
    court: 'bankruptcy',
    courts: 'Bankr. S.D.N.Y., Bankr. E.D. Mich.',
    sample: '23-10001-jlg Doc 12 Filed 05/01/24 Entered 05/01/24 16:32:10 Main Document Pg 1 of 12',
    source: published('Bankr. S.D.N.Y.'),
    line: [part.bankruptcyNumber, ...part.docNumber, part.filed, part.entered, ...description, maybe(part.page)],
  },
  {
    name: 'bankruptcy-entered',
    court: 'bankruptcy',
    courts: 'Bankr. D. Nev.',
    sample: 'Case 23-10001-abl Doc 12 Entered 05/01/24 16:32:10 Page 1 of 9',
    source: published('Bankr. D. Nev.'),
    line: [part.caseLabel, part.bankruptcyNumber, ...part.docNumber, part.entered, maybe(part.page)],
  },
  {
    name: 'bankruptcy-filed-in',
    court: 'bankruptcy',
    courts: 'Bankr. S.D. Tex.',
    sample: 'Case 23-90001 Document 12 Filed in TXSB on 05/01/24 Page 1 of 9',
    source: published('Bankr. S.D. Tex.'),
    line: [
      ...[part.caseLabel, part.bankruptcyNumber, ...part.documentNumber],
      ...[/Filed in \w{2,8} on (?<filed>\d{1,2}\/\d{1,2}\/\d{2,4})/iy, maybe(part.page)],
    ],
  },
  {
    name: 'bankruptcy-claim',
    court: 'bankruptcy',
    courts: 'bankruptcy courts, on proofs of claim, which the claims register numbers and not the docket',
    sample: 'Case 23-10001 Claim 5-1 Filed 05/01/24 Desc Main Document Page 1 of 3',
    source: 'no document of a court yet; the form of the docket with the number of the claims register',
    line: [part.caseLabel, part.bankruptcyNumber, part.claim, part.filed, ...description, maybe(part.page)],
  },
]

/** Stamps of the courts of appeals. */
export const appealForms: readonly StampForm[] = [
  {
    name: 'appeals-page-first',
    court: 'appeals',
    courts: '1st, 3d and 5th Cir.',
    sample: 'Case: 20-1507 Document: 00117684624 Page: 1 Date Filed: 12/22/2020 Entry ID: 6390389',
    source: `${corpus('ca1_00117684624.pdf')}; ca3_003112692106.pdf without the entry`,
    line: [
      ...[part.caseLabel, part.appealNumber, ...part.documentNumber, part.page, part.dateFiled],
      maybe(part.entryId),
    ],
  },
  {
    name: 'appeals-second',
    court: 'appeals',
    courts: '2d Cir. before ACMS',
    sample: 'Case 17-3510, Document 1-1, 10/31/2017, 2161300, Page1 of 2',
    source: "ca2_1-1.pdf of the Free Law Project's doctor, as its tests quote it",
    line: [
      ...[part.caseLabel, part.appealNumber, ...part.documentNumber, part.plainDate],
      ...[maybe(/\d{4,10}/iy), maybe(part.page)],
    ],
  },
  {
    name: 'appeals-docket-entry',
    court: 'appeals',
    courts: '9th Cir., and 2d Cir. on ACMS (without the ID)',
    sample: 'Case: 20-16276, 08/05/2020, ID: 11778722, DktEntry: 19, Page 1 of 15',
    source: corpus('ca9_19.pdf'),
    line: [
      ...[part.caseLabel, part.appealNumber, part.plainDate, maybe(/ID: ?\d{1,12}/iy), ...part.docketEntry],
      maybe(part.page),
    ],
  },
  {
    name: 'appeals-fourth',
    court: 'appeals',
    courts: '4th Cir.; since 2021 with "USCA4" before it',
    sample: 'Appeal: 17-2218 Doc: 17 Filed: 10/31/2017 Pg: 1 of 1',
    source: corpus('ca4_17.pdf'),
    line: [...[maybe(/USCA4/iy), /Appeal: ?/iy, part.appealNumber, ...part.docNumber, part.filed], maybe(part.page)],
  },
  {
    name: 'appeals-filed',
    court: 'appeals',
    courts: '6th Cir.; 7th Cir., which prints the count of pages; Fed. Cir., which prints the page first',
    sample: 'Case: 17-3994 Document: 1-3 Filed: 09/20/2017 Page: 1',
    source: `${corpus('ca6_1-3.pdf')}; ca7_3.pdf`,
    line: [
      ...[part.caseLabel, part.appealNumber, ...part.documentNumber, maybe(part.page), part.filed],
      ...[maybe(part.pageCount), maybe(part.page)],
    ],
  },
  {
    name: 'appeals-appellate',
    court: 'appeals',
    courts: '8th Cir. (without a document number) and 10th Cir.',
    sample: 'Appellate Case: 21-800 Document: 010110462922 Date Filed: 01/11/2021 Page: 1',
    source: corpus('ca10_010110462922.pdf'),
    line: [...[/Appellate Case: ?/iy, part.appealNumber, ...part.documentNumber, part.dateFiled], maybe(part.page)],
  },
  {
    name: 'appeals-eighth',
    court: 'appeals',
    courts: '8th Cir.',
    sample: 'Appellate Case: 14-3253 Page: 1 Date Filed: 01/14/2015 Entry ID: 4234486',
    source: stripped,
    line: [/Appellate Case: ?/iy, part.appealNumber, part.page, part.dateFiled, maybe(part.entryId)],
  },
  {
    name: 'appeals-eleventh',
    court: 'appeals',
    courts: '11th Cir.; before 2022 without a document number',
    sample: 'USCA11 Case: 25-13631 Document: 71-1 Date Filed: 05/29/2026 Page: 1 of 49',
    source: `${published('11th Cir.')}; ${stripped}`,
    line: [...[/USCA11 Case: ?/iy, part.appealNumber, ...part.documentNumber, part.dateFiled], maybe(part.page)],
  },
  {
    name: 'appeals-eleventh-unnumbered',
    court: 'appeals',
    courts: '11th Cir. before 2022',
    sample: 'USCA11 Case: 21-13199 Date Filed: 01/05/2022 Page: 15 of 17',
    source: stripped,
    line: [/USCA11 Case: ?/iy, part.appealNumber, part.dateFiled, maybe(part.page)],
  },
  {
    name: 'appeals-dc',
    court: 'appeals',
    courts: 'D.C. Cir.',
    sample: 'USCA Case #16-1062 Document #1600692 Filed: 02/24/2016 Page 1 of 3',
    source: stripped,
    line: [/USCA Case ?#/iy, part.appealNumber, ...part.documentNumber, part.filed, maybe(part.page)],
  },
]
