import { type PlannedProperty, sentOf } from '../planned-property.ts'
import { remember } from '../ways/remember.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { type Entry, isSameName, readList } from './answers.ts'

/** Entries that are remembered at a time: a policy may compose a class from a filing. */
const mostRemembered = 100

/** Statuses of servers, and of accounts, without these lists: what can't be looked up isn't objected to. */
const unlisted = [400, 403, 404, 405]

/** The library's lists of users, classes and subclasses, in which what a document is to have is looked up. */
export function openClassLists(api: ServiceApi, at: (path: string) => string) {
  const known = new Map<string, () => Promise<boolean>>()
  const isKnown = (path: string, id: string, isFound = isListed): Promise<boolean> => {
    const url = at(`${path}?${new URLSearchParams({ alias: id })}`)
    if (known.size >= mostRemembered) known.clear()
    const ask = known.get(url) ?? remember(async () => isFound(await listOf(api, url), id))
    known.set(url, ask)
    return ask()
  }
  const objectionToClasses = async (ofClass?: string, subclass?: string): Promise<Objection | undefined> => {
    if (ofClass === undefined) return undefined
    if (!(await isKnown('classes', ofClass))) return { field: 'class', why: noClass(ofClass) }
    const path = `classes/${encodeURIComponent(ofClass)}/subclasses`
    if (subclass === undefined || (await isKnown(path, subclass))) return undefined
    return { field: 'subclass', why: noSubclass(ofClass, subclass) }
  }
  const objectionToAuthor = async (author?: string): Promise<Objection | undefined> => {
    if (author === undefined || (await isKnown('users', author, mayBeUser))) return undefined
    return { field: 'author', why: `The library has no user "${author}".` }
  }
  return {
    /** Returns the properties with what the library objects to. */
    async check(planned: readonly PlannedProperty[]): Promise<PlannedProperty[]> {
      const sentValue = (field: string) => sentOf(planned).find(({ name }) => name === field)?.value
      const objections = [
        await objectionToAuthor(sentValue('author')),
        await objectionToClasses(sentValue('class'), sentValue('subclass')),
      ]
      return planned.map((each) => {
        const objection = objections.find((found) => found !== undefined && found.field === each.name)
        return objection ? { ...each, why: objection.why } : each
      })
    },
  }
}

interface Objection {
  field: string
  why: string
}

/** Undefined where the list can't be seen. */
async function listOf(api: ServiceApi, url: string): Promise<readonly Entry[] | undefined> {
  const what = "looking at the library's lists"
  const answer = await api.call({ method: 'GET', url, what, meant: unlisted })
  return unlisted.includes(answer.status) ? undefined : readList(answer, what)
}

/** The library also finds those that only contain it. */
function isListed(list: readonly Entry[] | undefined, id: string): boolean {
  return list === undefined || list.some((each) => isSameName(each.id, id))
}

/**
 * Nothing public shows that users are searched by their ID as classes are: a list with others was not searched, and says
 * nothing about this one.
 */
export function mayBeUser(list: readonly Entry[] | undefined, id: string): boolean {
  const isSearched = list?.every((each) => each.id.toLowerCase().includes(id.toLowerCase())) ?? false
  return !isSearched || isListed(list, id)
}

function noClass(id: string): string {
  return `The library has no class "${id}".`
}

function noSubclass(ofClass: string, id: string): string {
  return `The class "${ofClass}" has no subclass "${id}".`
}
