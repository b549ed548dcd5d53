import type { SearchParams } from '../app/search-params.ts'

/** What stands over a list, as its address says it: `over=tracking.<id>`. */
export interface OpenOverlay {
  name: string
  id: string
}

/** The address with something over the list, or nothing. */
export function withOverlay(name: string, id: string): (search: SearchParams) => SearchParams {
  return (search) => ({ ...search, over: `${name}.${id}` })
}

export function withoutOverlay({ over: _, ...search }: SearchParams): SearchParams {
  return search
}

export function readOverlay({ over }: SearchParams): OpenOverlay | undefined {
  const [, name, id] = typeof over === 'string' ? (/^(\w+)\.(.+)$/.exec(over) ?? []) : []
  return name && id ? { name, id } : undefined
}
