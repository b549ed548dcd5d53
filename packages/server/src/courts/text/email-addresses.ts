import { squeeze } from './found.ts'

/** An email address in a piece of text, with its position. */
export interface AddressInText {
  address: string
  start: number
  end: number
}

/**
 * Finds the email addresses in a text, in order. Searches outwards from each `@` within the lengths allowed by RFC
 * 5321, so that a long run of letters without one costs nothing.
 */
export function findAddresses(text: string): AddressInText[] {
  const found: AddressInText[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > 0 && at - start < longestLocalPart && isAddressCharacter(text.charCodeAt(start - 1))) start--
    let end = at + 1
    while (end < text.length && end - at < longestDomain && isAddressCharacter(text.charCodeAt(end))) end++
    while (end > at + 1 && text.charCodeAt(end - 1) === dot) end--
    if (start === at || !text.slice(at + 1, end).includes('.')) continue
    found.push({ address: squeeze(text.slice(start, end)), start, end })
  }
  return found
}

const longestLocalPart = 128
const longestDomain = 255
const dot = 46

/** Anything but white space, control characters and the characters that separate or enclose addresses. */
function isAddressCharacter(code: number): boolean {
  if (code <= 32 || code === 127 || code === 0xa0 || code === 0x200b) return false
  return !separators.has(code)
}

const separators = new Set(Array.from('@,;:<>()[]"\\', (character) => character.charCodeAt(0)))
