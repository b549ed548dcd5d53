/** Spelling of names: keys are camelCase in TypeScript, snake_case in the database, on the wire and in permissions. */

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

export function pascalCase(name: string): string {
  const camel = camelCase(name)
  return camel.charAt(0).toUpperCase() + camel.slice(1)
}

/** `storage_policy` -> `storage_policies`, `case` -> `cases`: the table and the list message of a resource. */
export function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}

/** `dmsCredentialId` -> `Dms credential`: the label of a field that names none. */
export function labelFromKey(key: string): string {
  const words = snakeCase(key).split('_')
  if (words.length > 1 && /^ids?$/.test(words.at(-1) ?? '')) words.pop()
  const sentence = words.join(' ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** A label within a sentence: a first capital goes, unless the word is all capitals such as DMS. */
export function inSentence(label: string): string {
  return /^\p{Lu}[^\p{Lu}]/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}
