import { type PlannedProperty, sentOf } from '../planned-property.ts'
import { remember } from '../ways/remember.ts'
import type { ServiceApi } from '../ways/service-api.ts'
import { isSameName, readList } from './answers.ts'

/** Classes that are remembered at a time: a policy may compose a class from a filing. */
const mostRemembered = 100

/** Statuses of servers, and of accounts, without these lists: what can't be looked up isn't objected to. */
const unlisted = [400, 403, 404, 405]

/** The library's lists of classes and subclasses, in which what a document is to have is looked up. */
export function openClassLists(api: ServiceApi, at: (path: string) => string) {
  const known = new Map<string, () => Promise<boolean>>()
  const isKnown = (path: string, id: string): Promise<boolean> => {
    const url = at(`${path}?${new URLSearchParams({ alias: id })}`)
    if (known.size >= mostRemembered) known.clear()
    const ask = known.get(url) ?? remember(() => isListed(api, url, id))
    known.set(url, ask)
    return ask()
  }
  return {
    /** Returns the properties with what the library objects to. */
    async check(planned: readonly PlannedProperty[]): Promise<PlannedProperty[]> {
      const sentValue = (field: string) => sentOf(planned).find(({ name }) => name === field)?.value
      const [ofClass, subclass] = [sentValue('class'), sentValue('subclass')]
      if (ofClass === undefined) return [...planned]
      if (!(await isKnown('classes', ofClass)))
        return planned.map((each) => (each.name === 'class' ? { ...each, why: noClass(ofClass) } : each))
      const path = `classes/${encodeURIComponent(ofClass)}/subclasses`
      if (subclass === undefined || (await isKnown(path, subclass))) return [...planned]
      return planned.map((each) => (each.name === 'subclass' ? { ...each, why: noSubclass(ofClass, subclass) } : each))
    },
  }
}

async function isListed(api: ServiceApi, url: string, id: string): Promise<boolean> {
  const what = "looking at the library's classes"
  const answer = await api.call({ method: 'GET', url, what, meant: unlisted })
  if (unlisted.includes(answer.status)) return true
  // The library also finds those that only contain it.
  return readList(answer, what).some((each) => isSameName(each.id, id))
}

function noClass(id: string): string {
  return `The library has no class "${id}".`
}

function noSubclass(ofClass: string, id: string): string {
  return `The class "${ofClass}" has no subclass "${id}".`
}
