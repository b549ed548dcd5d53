/** Returns an address a browser may open; undefined for anything else, such as a script. */
export function webLink(address: string | null | undefined): string | undefined {
  return address && /^https?:\/\//i.test(address) ? address : undefined
}
