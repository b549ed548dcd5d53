import * as z from 'zod/mini'
import { problemError } from '../problems.ts'
import { readAnswer, unknownId } from '../ways/read-answer.ts'
import type { ApiAnswer, ServiceApi } from '../ways/service-api.ts'
import { asJson } from './hosts.ts'

/** `4814-0621-9041`. Nothing else gets into an address. */
export const entryId = z.string().check(z.regex(/^[0-9A-Za-z]{4}(?:-[0-9A-Za-z]{4}){2}$/))

const text = z.nullish(z.string())
/** The first version of the API. */
const firstForm = z.object({ id: z.string(), name: text, extension: text })
/** The second one. */
const secondForm = z.object({ DocId: z.string(), Attributes: z.nullish(z.object({ Name: text, Ext: text })) })
/** A list of the first version. */
const firstListForm = z.object({ standardList: z.nullable(z.array(firstForm)), skipToken: text })
/** A list of the second one. */
const secondListForm = z.object({ Results: z.nullable(z.array(secondForm)), SkipToken: text })

export interface Entry {
  id: string
  name: string
  extension: string
}
export type Contents = readonly Entry[]

const pageSize = 500
/** More entries than this in a container are a mistake. */
const mostPages = 100

/**
 * Lists what is in a container, or the folders at the top of a cabinet. Throws a problem if that can't be all: what seems
 * not to be there would be saved a second time.
 */
export async function listContents(api: ServiceApi, url: string, what: string): Promise<Contents> {
  const all = new Map<string, Entry>()
  let skipToken: string | undefined
  for (let n = 0; n < mostPages; n++) {
    const page = new URL(url)
    for (const [name, value] of Object.entries(parametersOf(url, skipToken))) page.searchParams.set(name, value)
    const { entries, next } = readPage(await api.call({ method: 'GET', url: page, what, headers: asJson }), what)
    const before = all.size
    for (const entry of entries) all.set(entry.id, entry)
    const isRepeated = entries.length > 0 && all.size === before
    if (isRepeated || (!next && entries.length === pageSize)) throw problemError('rejected', notAll(all.size))
    if (!next || entries.length === 0) return [...all.values()]
    skipToken = next
  }
  throw problemError('rejected', notAll(all.size))
}

function notAll(count: number): string {
  return `NetDocuments lists ${count} entries of the folder, and the next ones aren't answered. Nothing is saved there, because the document might be among them: let the storage policy's path lead to a folder with fewer.`
}

/** The first version has other names for the same. */
function parametersOf(url: string, skipToken: string | undefined): Record<string, string> {
  const sign = new URL(url).pathname.startsWith('/v1/') ? '$' : ''
  const select = sign === '$' ? 'standardAttributes' : 'StandardAttributes'
  return {
    [`${sign}select`]: select,
    ...(sign === '$' ? {} : { top: String(pageSize) }),
    ...(skipToken === undefined ? {} : { [`${sign}skiptoken`]: skipToken }),
  }
}

interface Page {
  entries: Contents
  next: string | null | undefined
}

/** Lists are answered in the form of either version. One of neither is refused, and isn't an empty folder. */
function readPage(answer: ApiAnswer, what: string): Page {
  const { json } = answer
  if (typeof json === 'object' && json !== null && 'Results' in json) {
    const { Results, SkipToken } = readAnswer(secondListForm, answer, what)
    const entries = (Results ?? []).map(({ DocId, Attributes }) => entryOf(DocId, Attributes?.Name, Attributes?.Ext))
    return { entries, next: SkipToken }
  }
  const { standardList, skipToken } = readAnswer(firstListForm, answer, what)
  return {
    entries: (standardList ?? []).map(({ id, name, extension }) => entryOf(id, name, extension)),
    next: skipToken,
  }
}

type Text = z.output<typeof text>

function entryOf(id: string, name: Text, extension: Text): Entry {
  return { id, name: name ?? '', extension: extension ?? '' }
}

/** Returns the ID of an entry. Throws a problem if it could be anything else, such as a saved search. */
export function idOf({ id }: Entry): string {
  if (entryId.safeParse(id).success) return id
  throw unknownId()
}

export function isFolder({ extension }: Entry): boolean {
  return extension === 'ndfld'
}

export function fullNameOf({ name, extension }: Entry): string {
  return extension === '' || name === '' ? name : `${name}.${extension}`
}

export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
