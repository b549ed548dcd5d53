const nowhere = 'http://console.invalid'

/**
 * Returns a path of the console with its query and hash, and its dots resolved; undefined for anything that leads, or
 * could lead, to another site.
 */
export function findOwnPath(text: string): string | undefined {
  const url = beginsHere(text) ? URL.parse(text, nowhere) : null
  if (url?.origin !== nowhere) return undefined
  const path = url.pathname + url.search + url.hash
  // Without its dots, `/..//host` is the address of a host.
  return beginsHere(path) ? path : undefined
}

/** A second slash or a backslash begins another host. */
function beginsHere(text: string): boolean {
  return /^\/(?![/\\])/.test(text)
}
