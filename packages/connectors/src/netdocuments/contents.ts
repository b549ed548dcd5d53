import * as z from 'zod/mini'
import { readAnswer } from '../ways/read-answer.ts'
import type { ServiceApi } from '../ways/service-api.ts'

/** `4814-0621-9041`. Nothing else gets into an address. */
export const entryId = z.string().check(z.regex(/^[0-9A-Za-z]{4}(?:-[0-9A-Za-z]{4}){2}$/))

const text = z.optional(z.nullable(z.string()))
/** The first version of the API. */
const firstForm = z.object({ id: entryId, name: text, extension: text })
/** The second one. */
const secondForm = z.object({ DocId: entryId, Attributes: z.object({ Name: text, Ext: text }) })
/** Lists are answered in the form of either version. */
const listForm = z.union([
  z.object({ Results: z.nullable(z.array(secondForm)), SkipToken: text }),
  z.object({ standardList: z.optional(z.nullable(z.array(firstForm))), skipToken: text }),
])

export interface Entry {
  id: string
  name: string
  extension: string
}
export type Contents = readonly Entry[]

const pageSize = 500

/** Lists what is in a container, or the folders at the top of a cabinet. */
export async function listContents(api: ServiceApi, url: string, what: string): Promise<Contents> {
  const all = new Map<string, Entry>()
  let skipToken: string | undefined
  for (;;) {
    const page = new URL(url)
    for (const [name, value] of Object.entries(parametersOf(url, skipToken))) page.searchParams.set(name, value)
    const answer = readAnswer(listForm, await api.call({ method: 'GET', url: page, what }), what)
    const before = all.size
    for (const entry of entriesOf(answer)) all.set(entry.id, entry)
    skipToken = ('Results' in answer ? answer.SkipToken : answer.skipToken) ?? undefined
    if (!skipToken || all.size === before) return [...all.values()]
  }
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

function entriesOf(answer: z.output<typeof listForm>): Contents {
  if ('Results' in answer)
    return (answer.Results ?? []).map(({ DocId, Attributes: { Name, Ext } }) => ({
      id: DocId,
      name: Name ?? '',
      extension: Ext ?? '',
    }))
  return (answer.standardList ?? []).map(({ id, name, extension }) => ({
    id,
    name: name ?? '',
    extension: extension ?? '',
  }))
}

export function isFolder({ extension }: Entry): boolean {
  return extension === 'ndfld'
}

export function fullNameOf({ name, extension }: Entry): string {
  return extension === '' ? name : `${name}.${extension}`
}

export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
