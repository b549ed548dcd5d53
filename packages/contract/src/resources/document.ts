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

/** One document of a filing, had or not. */
export const courtDocument = defineResource('document', {
  label: ['Document', 'Documents'],
  route: '/documents',
  access: 'documentAccess',
  title: 'title',
  isReadOnly: true,
  fields: {
    envelopeId: reference(4, 'envelope', { required: true, readOnly: true }),
    position: number(5, { required: true, readOnly: true, min: 0 }),
    number: text(6, { readOnly: true, max: 60 }),
    title: text(7, { required: true, readOnly: true, max: 1000, search: true }),
    verdict: select(8, linkVerdicts, { required: true, readOnly: true, default: 'none' }),
    sentence: text(9, { readOnly: true, max: 1000, label: 'What became of it' }),
    fileId: file(10, { readOnly: true }),
    size: number(11, { readOnly: true }),
    pages: number(12, { readOnly: true }),
    sealed: boolean(13, { readOnly: true }),
    courtDocumentId: text(14, { readOnly: true, max: 120 }),
    originalFileName: text(15, { readOnly: true, max: 500 }),
    uploaded: boolean(16, { readOnly: true }),
    stampedByCourt: boolean(17, { readOnly: true }),
    fetchedAt: timestamp(18, { readOnly: true }),
    contents: longText(19, { readOnly: true, max: 1_000_000, label: 'Text' }),
    processedFromId: reference(20, 'document', { readOnly: true, label: 'Made from' }),
  },
  unique: [['envelopeId', 'position']],
  list: {
    columns: ['title', 'number', 'envelopeId', 'verdict', 'pages', 'size'],
    sort: '-createdAt',
    sortable: ['createdAt'],
  },
})
export type CourtDocument = RowOf<typeof courtDocument>
