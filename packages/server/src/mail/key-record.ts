import type { Resolve } from './dns-gateway.ts'

/**
 * Answers questions for the keys of signatures with the key alone, if other TXT records have the same name: mailauth
 * takes the first record, whatever it is, and the DNS returns them in any order. If there are several keys, the answer
 * is empty, because the result is undefined then (RFC 6376, 3.6.2.2) and nothing may be proven by the order.
 */
export function withOneKey(resolve: Resolve): Resolve {
  return async (name, type) => {
    const answer = await resolve(name, type)
    if (type !== 'TXT' || !keyName.test(name) || !Array.isArray(answer) || answer.length < 2) return answer
    const keys = answer.filter((record: string | readonly string[]) => isKey([record].flat().join('')))
    return keys.length > 1 ? [] : keys
  }
}

const keyName = /\._domainkey\./i

/** RFC 6376, 3.6.1: a record that begins with another version is discarded, and without a version it has a key. */
function isKey(record: string): boolean {
  const tags = record.split(';').map((tag) => tag.trim())
  const version = tags.find((tag) => /^v\s*=/i.test(tag))
  return version === undefined ? tags.some((tag) => /^p\s*=/.test(tag)) : /^v\s*=\s*DKIM1$/i.test(version)
}
