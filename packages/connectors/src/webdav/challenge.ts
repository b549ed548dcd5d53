/** A way to sign in that a server offers (RFC 9110, 11.6.1). */
export interface Challenge {
  /** Lower case. */
  scheme: string
  /** By lower-case name. */
  params: Readonly<Record<string, string>>
}

/** A parameter with a value, in quotes or as a word; or the word that starts a challenge. */
const parts = /([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))|([\w!#$%&'*+.^`|~-]+)/g

/** The challenges in `WWW-Authenticate`; one line may have several. */
export function readChallenges(header: string): readonly Challenge[] {
  const found: { scheme: string; params: Record<string, string> }[] = []
  for (const [, name, quoted, word, scheme] of header.matchAll(parts)) {
    if (scheme !== undefined) found.push({ scheme: scheme.toLowerCase(), params: {} })
    else if (name !== undefined) {
      const last = found.at(-1)
      if (last) last.params[name.toLowerCase()] = quoted?.replace(/\\(.)/g, '$1') ?? word ?? ''
    }
  }
  return found
}
