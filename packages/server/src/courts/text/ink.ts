/** Neither white space (ECMA-262, WhiteSpace and LineTerminator) nor invisible. False past the end. */
export function isInk(code: number): boolean {
  if (code < 0x80) return code > 32 || code < 9 || (code > 13 && code < 32)
  return !Number.isNaN(code) && !otherSpaces.has(code) && !isInvisible(code)
}

const otherSpaces = new Set(
  Array.from(
    '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000',
    (one) => one.charCodeAt(0),
  ),
)

/** What shows nothing, among it the marks of a writing direction; those that turn what they enclose around show it otherwise. */
export function isInvisible(code: number): boolean {
  if (code < 0xad) return false
  if (code < 0x2000) return code === 0xad || code === 0x61c || code === 0x180e
  return (
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202c) ||
    (code >= 0x2060 && code <= 0x2069 && code !== 0x2065) ||
    code === 0xfeff
  )
}

/** Whether a text shows anything. */
export function hasInk(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isInk(text.charCodeAt(at))) return true
  return false
}
