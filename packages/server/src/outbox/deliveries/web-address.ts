/**
 * Returns the address of a copy in the DMS if an email may have it as a link: a DMS may give one that only a program on
 * the firm's computers opens.
 */
export function webAddress(link: string | null): string | undefined {
  return link !== null && /^https?:\/\/\S+$/i.test(link) ? link : undefined
}
