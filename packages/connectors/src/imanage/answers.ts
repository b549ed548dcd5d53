import * as z from 'zod/mini'
import { readAnswer, unknownId } from '../ways/read-answer.ts'
import type { ApiAnswer } from '../ways/service-api.ts'

/** `ACTIVE!987` is a workspace or a folder, `ACTIVE!453.1` a version of a document. Nothing else gets into an address. */
const ids = /^[^!/?#\s]+!\d+(?:\.\d+)?$/

export const libraryId = z.string().check(z.regex(ids))
export const containerForm = z.object({ data: z.object({ id: libraryId }) })

const entryForm = z.object({
  id: z.string(),
  name: z.nullish(z.string()),
  extension: z.nullish(z.string()),
  wstype: z.nullish(z.string()),
  /** Of a workspace: usually the client's number, and the matter's. */
  custom1: z.nullish(z.string()),
  custom2: z.nullish(z.string()),
})
/** Some lists are the data themselves, others their results. */
const listForm = z.object({ data: z.union([z.array(entryForm), z.object({ results: z.array(entryForm) })]) })

/** A workspace, folder, document, shortcut or whatever else a list has. */
export type Entry = z.output<typeof entryForm>

export function readList(answer: ApiAnswer, what: string): Entry[] {
  const { data } = readAnswer(listForm, answer, what)
  return Array.isArray(data) ? data : data.results
}

/** Returns the ID of an entry. Throws a problem if it could be anything else. */
export function idOf({ id }: Entry): string {
  if (ids.test(id)) return id
  throw unknownId()
}

/** Names are compared as the library's database does it. */
export function isSameName(one: string | null | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}
