import * as z from 'zod/mini'
import { anyId } from '../uuid.ts'
import { defineCall, described, type Fixed, unchecked } from './call.ts'

const tag = 'Manual processing'
const count = z.int().check(z.minimum(0))
const text = z.optional(z.string())

const facts = z.object({
  courtId: text,
  docketNumber: text,
  documentNumber: text,
  number: described(text, "The document's own number, such as `118-1`"),
  filedDate: text,
  event: text,
  docketText: text,
  filedBy: text,
  caseName: text,
})

const upload = z.object({
  id: z.string(),
  kind: z.enum(['pdf', 'message']),
  fileName: z.string(),
  size: count,
  pages: z.nullable(count),
  remark: described(z.string(), 'A remark on the file; empty if there is none'),
  facts,
})
/** The server's reading of a file. */
export type UploadAnswer = Fixed<z.output<typeof upload>>

export const uploadFiling = defineCall({
  method: 'POST',
  path: '/manual/upload',
  tag,
  summary: 'Upload a PDF or an email message; returns the filing details found in its text',
  query: z.object({ fileName: z.optional(described(unchecked(z.string()), 'File name')) }),
  body: { mediaType: ['application/pdf', 'message/rfc822'] },
  answer: upload,
  status: 201,
  refusals: [400, 403, 413],
})

const known = z.object({
  cases: z.array(
    z.object({
      id: z.string(),
      name: described(z.nullable(z.string()), 'Null if your role may not see names of cases'),
      caseNumber: z.string(),
      courtIds: described(
        z.nullable(z.array(z.string())),
        "Courts of the case's jurisdiction; null if your role may not see them: then cases of other courts with that number are included",
      ),
    }),
  ),
  filing: z.nullable(
    z.object({
      id: z.string(),
      event: z.nullable(z.string()),
      missing: described(z.nullable(count), 'Documents without a file; null if your role may not see them'),
      documents: described(z.nullable(count), 'Null if your role may not see them'),
    }),
  ),
})
export type KnownOfFiling = Fixed<z.output<typeof known>>

export const lookUpFiling = defineCall({
  method: 'GET',
  path: '/manual/lookup',
  tag,
  summary: 'The cases a docket number may refer to, and the filing with that number if it already exists',
  query: z.object({
    docketNumber: z._default(described(z.string(), 'As the court writes it'), ''),
    courtId: z.optional(described(z.string(), 'The court, if known')),
    documentNumber: z.optional(described(z.string(), "The entry's number on the docket")),
    envelopeId: z.optional(described(anyId(), 'The filing of the item being completed')),
  }),
  answer: known,
  refusals: [403],
})

const received = z.object({ itemId: z.string(), isNew: z.boolean() })
export type ReceivedFiling = Fixed<z.output<typeof received>>

export const receiveUpload = defineCall({
  method: 'POST',
  path: '/manual/message',
  tag,
  summary: 'Process an uploaded message as if it had been received by email',
  body: z.object({ uploadId: z.optional(unchecked(z.string())) }),
  answer: received,
  status: 201,
  refusals: [400, 403],
})

const document = z.object({ upload_id: z.string(), title: z.string(), number: text })

export const enterFiling = defineCall({
  method: 'POST',
  path: '/manual',
  tag,
  summary: 'Enter a filing manually; it is processed like any other notice. "item_id" is an item that it completes',
  // The handler names every invalid field in one answer, those of each document by its position.
  body: unchecked(
    z.object({
      court_id: z.string(),
      docket_number: z.string(),
      event: z.string(),
      documents: z.optional(z.array(document)),
      case_id: text,
      case_name: text,
      document_number: text,
      filed_date: z.optional(z.iso.date()),
      docket_text: text,
      filed_by: text,
      is_sealed: z.optional(z.boolean()),
      item_id: text,
    }),
  ),
  answer: received,
  status: 201,
  refusals: [400, 403, 404, 409],
})
