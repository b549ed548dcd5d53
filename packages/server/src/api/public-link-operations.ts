import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { binarySchema, type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const time: JsonSchema = { type: 'string', format: 'date-time' }
const tag = courtDocument.label[1]

/** What openapi.json says of public links. */
export const publicLinkOperations = {
  make: {
    tag,
    summary: 'Make a link that shows the document without a log-in, where the firm allows it; never to a sealed one',
    answer: jsonContent(
      objectSchema({ path: { ...textSchema, description: 'Below the address of the console' }, expires_at: time }),
    ),
    refusals: [403, 404, 429],
  },
  read: {
    tag,
    summary: 'What a public link shows',
    answer: jsonContent(
      objectSchema({
        title: { type: ['string', 'null'] },
        number: { type: ['string', 'null'] },
        size: { type: ['integer', 'null'] },
        expires_at: time,
      }),
    ),
    refusals: [403, 404, 429],
  },
  content: {
    tag,
    summary: 'The document of a public link; each time is written into the log of the firm',
    answer: { 'application/pdf': binarySchema },
    refusals: [403, 404, 429],
  },
} satisfies Readonly<Record<string, Operation>>
