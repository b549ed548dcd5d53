import * as z from 'zod/mini'
import type { ParseResult } from '../notice.ts'
import { noticeFormat } from '../resources/notice-format.ts'
import { defineCall, described, type Fixed, row, unchecked } from './call.ts'

const trial = z.object({
  result: described(
    z.custom<ParseResult | null>((value) => typeof value === 'object'),
    "What the format reads; null if the format can't be used",
  ),
  wouldHandle: described(z.boolean(), 'Whether it would handle the message on receipt'),
  builtIn: described(z.nullable(z.string()), 'The built-in format that would handle the message instead'),
  problems: described(
    z.array(z.object({ field: z.string(), sentence: z.string() })),
    "Errors in the format, or parts of the message that don't fit it",
  ),
})
/** The result of trying a format on a message. */
export type FormatTrial = Fixed<z.output<typeof trial>>

export const tryFormat = defineCall({
  method: 'POST',
  path: '/notice_format/try',
  tag: noticeFormat.label[1],
  summary: 'Test a format on a message',
  body: z.object({
    format: z.optional(described(unchecked(row(noticeFormat)), 'An unsaved format')),
    id: z.optional(described(unchecked(z.string()), 'ID of a saved format, instead of `format`')),
    inboxItemId: z.optional(described(unchecked(z.string()), 'ID of an item whose message to test it on')),
    message: z.optional(
      described(unchecked(z.string()), 'An RFC 822 message of up to 5 MB, instead of `inbox_item_id`'),
    ),
  }),
  answer: trial,
  refusals: [400, 403, 404, 413, 429],
})
