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

/**
 * Returns the name of a resource's table and list message: `storage_policy` -> `storage_policies`, `case` -> `cases`.
 */
export function pluralOf(name: string): string {
  if (/[^aeiou]y$/.test(name)) return `${name.slice(0, -1)}ies`
  return /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`
}

/** Returns the label of a field without one: `dmsCredentialId` -> `Dms credential`. */
export function labelFromKey(key: string): string {
  const words = snakeCase(key).split('_')
  if (words.length > 1 && /^ids?$/.test(words.at(-1) ?? '')) words.pop()
  const sentence = words.join(' ')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/**
 * Returns a label for use within a sentence: the initial capital is lowered unless the word is all capitals, such as
 * DMS, or a product's name.
 */
export function inSentence(label: string): string {
  const isPlain = /^\p{Lu}[^\p{Lu}]/u.test(label) && !productName.test(label)
  return isPlain ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** The products whose names labels begin with. */
const productName = /^(?:Box|Clio|Filevine|Litify|Neos|NetDocuments|SharePoint|Smokeball)\b/
