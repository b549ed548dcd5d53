import * as z from 'zod/mini'
import { isPlainText } from '../fields/string-kinds.ts'
import { pageLimits } from '../page-limits.ts'
import { courtDocument } from '../resources/document.ts'
import { envelope } from '../resources/envelope.ts'
import { uuidText } from '../uuid.ts'
import { asSpelled, defineCall, described, type Fixed, row } from './call.ts'

const tag = 'Find'

/** Filings per page of a text search. */
export const textPageSize = 10
/** Documents of one filing that are listed with their page; the others are counted. */
export const mostTextDocuments = 3

const count = z.int().check(z.minimum(0))

const words = described(
  z
    .string('not_text')
    .check(
      z.maxLength(pageLimits.freeText, `too_long:${pageLimits.freeText}`),
      z.refine(isPlainText, 'control_characters'),
    ),
  'Words that must all occur; in quotation marks next to each other, with * at the end of a word its beginning',
)

const piece = z.object({ text: z.string(), found: described(z.boolean(), 'Whether it is one of the words') })
/** A part of a text: a found word, or what is between two of them. */
export type TextPiece = Fixed<z.output<typeof piece>>

const foundDocument = z.object({
  document: described(row(courtDocument), 'Without its text'),
  page: count,
  pages: described(count, 'Pages with any of the words'),
  pieces: z.array(piece),
})

const foundFiling = z.object({
  envelope: row(envelope),
  docketText: described(z.nullable(z.array(piece)), "Null if the words aren't in the docket text"),
  documents: described(z.array(foundDocument), `The first ${mostTextDocuments} documents that have the words`),
  moreDocuments: described(count, 'Documents that have them besides these'),
})
export type FoundFiling = Fixed<z.output<typeof foundFiling>>

const found = z.object({
  filings: z.array(foundFiling),
  next: described(z.nullable(z.string()), 'The cursor of the next page; null if this is the last one'),
  isReading: described(z.boolean(), 'Whether documents are still being read, so that more may be found later'),
})
export type FoundTexts = Fixed<z.output<typeof found>>

export const searchTexts = defineCall({
  method: 'GET',
  path: '/text_search',
  tag,
  summary: `Filings whose docket text or documents have all the words, newest first, ${textPageSize} per page, each with the page and the place`,
  query: asSpelled(
    z.strictObject({
      freeText: z.optional(words),
      cursor: z.optional(described(uuidText('not_cursor'), 'From the answer before')),
    }),
  ),
  answer: found,
  refusals: [400, 403, 422],
})

/** The most pages of a document that are listed. */
export const mostTextPages = 500

const place = described(z.array(z.number()), 'Left, top, width and height in thousandths of the page')

const foundPage = z.object({
  page: count,
  places: described(
    z.array(place),
    'Where the words are on a page that was recognized from its picture; empty for others',
  ),
})

const documentText = z.object({
  state: described(
    z.enum(['none', 'waiting', 'pictured', 'read', 'failed']),
    'none: not read, as sealed documents; pictured: pages without text are still to be recognized',
  ),
  sentence: described(z.nullable(z.string()), 'Why the document, or a part of it, could not be read'),
  words: described(z.array(z.string()), 'The words as the document has them'),
  pages: described(z.array(foundPage), 'Pages with any of the words'),
})
export type DocumentText = Fixed<z.output<typeof documentText>>

export const findInDocument = defineCall({
  method: 'GET',
  path: '/document/:id/text',
  tag,
  summary: 'On which pages of a document the words are, and whether its text was read',
  query: asSpelled(z.strictObject({ freeText: z.optional(words) })),
  answer: documentText,
  refusals: [400, 403, 404, 422],
})
