/** An address that a browser may be sent to; undefined for what is none, such as a script. */
export function webLink(address: string | null | undefined): string | undefined {
  return address && /^https?:\/\//i.test(address) ? address : undefined
}
