import { caseOfFiling } from '../case-of-filing.ts'
import { boolean } from '../fields/boolean.ts'
import { file } from '../fields/file.ts'
import { longText } from '../fields/long-text.ts'
import { number } from '../fields/number.ts'
import { reference } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { timestamp } from '../fields/timestamp.ts'
import { linkVerdicts } from '../notice.ts'
import { defineResource, type RowOf } from '../resource.ts'

/** A document of a filing, retrieved or not. */
export const courtDocument = defineResource('document', {
  label: ['Document', 'Documents'],
  route: '/documents',
  access: 'documentAccess',
  title: 'title',
  isReadOnly: true,
  fields: {
    envelopeId: reference(4, 'envelope', { required: true, readOnly: true, label: 'Filing' }),
    position: number(5, { required: true, readOnly: true, min: 0 }),
    number: text(6, { readOnly: true, max: 60 }),
    title: text(7, { required: true, readOnly: true, max: 1000, search: true }),
    verdict: select(8, linkVerdicts, {
      required: true,
      readOnly: true,
      default: 'none',
      label: 'Result',
      valueLabels: {
        fetched: 'Retrieved',
        spent: 'Free look used',
        sealed: 'Sealed',
        restricted: 'Restricted',
        login: 'Login required (PACER)',
        awaited: 'Court not answering',
        unavailable: 'Not available yet',
        broken: 'Damaged',
        refused: 'Denied by the court',
        none: 'No link',
      },
      tones: {
        fetched: 'ok',
        spent: 'warn',
        login: 'warn',
        sealed: 'neutral',
        restricted: 'neutral',
        awaited: 'warn',
        unavailable: 'bad',
        broken: 'bad',
        refused: 'bad',
        none: 'neutral',
      },
    }),
    sentence: text(9, { readOnly: true, max: 1000, label: 'Why', holds: 'sentence' }),
    fileId: file(10, { readOnly: true }),
    size: number(11, { readOnly: true, unit: 'bytes' }),
    pages: number(12, { readOnly: true }),
    sealed: boolean(13, { readOnly: true }),
    courtDocumentId: text(14, { readOnly: true, max: 120 }),
    originalFileName: text(15, { readOnly: true, max: 500 }),
    uploaded: boolean(16, { readOnly: true }),
    stampedByCourt: boolean(17, { readOnly: true }),
    fetchedAt: timestamp(18, { readOnly: true }),
    contents: longText(19, { readOnly: true, max: 1_000_000, label: 'Text' }),
    processedFromId: reference(20, 'document', {
      readOnly: true,
      label: 'Created from',
      help: "The document of which this is the court's copy for another case.",
    }),
    noticeTitle: text(21, { readOnly: true, max: 1000, label: 'Title in the notice' }),
    titleSource: select(22, ['NOTICE', 'DOCUMENT', 'DOCUMENT_AI'], {
      required: true,
      readOnly: true,
      default: 'NOTICE',
      label: 'Title from',
      valueLabels: { NOTICE: 'The notice', DOCUMENT: 'The document', DOCUMENT_AI: 'Document AI' },
    }),
    readTitle: text(23, { readOnly: true, max: 400, label: 'Title on the document' }),
    titleIsSure: boolean(24, { readOnly: true, label: 'Title is certain' }),
    titlePage: number(25, { readOnly: true, label: 'Page of the title' }),
    titleBox: text(26, { readOnly: true, max: 100, label: 'Place of the title' }),
    caseId: caseOfFiling(27),
  },
  unique: [['envelopeId', 'position']],
  tellsApart: ['number', 'envelopeId'],
  list: {
    columns: ['title', 'number', 'envelopeId', 'caseId', 'verdict', 'pages', 'size'],
    sort: '-createdAt',
    sortable: ['createdAt'],
  },
})
export type CourtDocument = RowOf<typeof courtDocument>
