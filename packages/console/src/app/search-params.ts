/** Search parameters of a page's address: a text each, or several under one name. */
export type SearchParams = Record<string, string | string[]>

/** The parameters as they stand in the address, without giving numbers or true a meaning. */
export function parseSearch(text: string): SearchParams {
  const params: SearchParams = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === '__proto__') continue
    params[name] = Object.hasOwn(params, name) ? [params[name] ?? [], value].flat() : value
  }
  return params
}

/** The inverse; what is undefined or empty is left out. */
export function stringifySearch(params: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const item of [value].flat()) {
      if (item !== undefined && item !== null && item !== '') search.append(name, String(item))
    }
  }
  const text = search.toString().replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}
