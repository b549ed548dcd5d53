/** Search parameters of a page's address: one text each, or several under one name. */
export type SearchParams = Record<string, string | string[]>

/** Returns the parameters of the address as texts, without interpreting numbers or true. */
export function parseSearch(text: string): SearchParams {
  const params: SearchParams = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === '__proto__') continue
    params[name] = Object.hasOwn(params, name) ? [params[name] ?? [], value].flat() : value
  }
  return params
}

/** Formats parameters for the address; undefined and empty ones are left out. */
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
