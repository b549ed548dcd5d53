import { sql } from 'kysely'
import type { Services } from '../../base/services.ts'
import { claimed, plantFiling } from '../../outbox/copies/test-filing.ts'
import type { PictureText } from '../../retrieval/page-text-worker.ts'
import { readPictures } from './read-pictures.ts'
import { readText, type TextReader } from './read-text.ts'

/** Pages that a test names, in place of a PDF's; every page has the picture it is given, if any. */
export function reader(layers: readonly string[], picture: TextReader['picture'] = async () => null): TextReader {
  return { layers: async () => ({ texts: layers, pages: layers.length }), picture, stop: async () => undefined }
}

/** A picture with these words, one below the other. */
export function pictureOf(text: string): PictureText {
  return { text, words: text.split(' ').map((word, at) => [word, 100, 10 * at, 80, 9]) }
}

export const longText = 'The court lacks personal jurisdiction over the moving defendants. '.repeat(5).trim()

interface State {
  status: string
  attempts: number
  pages: number | null
  sentence: string | null
  words: readonly string[] | null
}

type Values = Record<string, unknown>

/** Plants a filing with one document, whose text the returned functions read and show. */
export async function plantText(
  services: Services,
  document: Values & { content?: string | Uint8Array } = {},
  envelope: Values = {},
  firmId = 1,
) {
  const content = document.content ?? `file ${Math.random()}`
  const filing = await plantFiling(services, { documents: [{ content, ...document }], envelope, firmId })
  const [{ id } = { id: '' }] = filing.documents
  const job = claimed({ firmId, id })
  const { signal } = new AbortController()
  const { kysely } = services.database
  return {
    ...filing,
    id,
    text: (with_: TextReader) => readText({ services, reader: with_, signal }, job),
    pictures: (with_: TextReader) => readPictures({ services, reader: with_, signal }, job),
    state: async (): Promise<State | undefined> => {
      const { rows } = await sql<State>`
        select status, attempts, pages, sentence, tsvector_to_array(words) as words
        from document_texts where document_id = ${id}::uuid`.execute(kysely)
      return rows[0]
    },
    pages: async () => {
      const { rows } = await sql<{ page: number; source: string; text: string }>`
        select page, source, text from document_pages where document_id = ${id}::uuid order by page`.execute(kysely)
      return rows.map(({ page, source, text }) => [page, source, text])
    },
  }
}
