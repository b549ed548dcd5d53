import { dashedName } from '@courtcrier/lib/dashed-name.ts'
import { escapeMarkup } from '@courtcrier/lib/escape-markup.ts'
import { leftOut, type PlannedProperty, sentAs, sentOf, withoutValue } from '../planned-property.ts'

/** Our own, so that no server mistakes them for its own. */
const namespace = 'https://courtcrier.org/properties'

/** The body of a PROPPATCH that saves a document's properties (RFC 4918, 9.2); undefined if there are none. */
export function propertyUpdate(properties: Readonly<Record<string, string>>): string | undefined {
  const elements = sentOf(planElements(properties)).map(({ name, value }) => `<C:${name}>${escaped(value)}</C:${name}>`)
  if (elements.length === 0) return undefined
  return `<?xml version="1.0" encoding="utf-8"?><D:propertyupdate xmlns:D="DAV:" xmlns:C="${namespace}"><D:set><D:prop>${elements.join('')}</D:prop></D:set></D:propertyupdate>`
}

/** Returns the element of each property. */
export function planElements(properties: Readonly<Record<string, string>>): PlannedProperty[] {
  const taken = new Set<string>()
  return Object.entries(properties).map(([property, text]) => {
    const [name, value] = [elementName(property), text.trim()]
    if (value === '') return withoutValue(property)
    if (name === '') return leftOut(property, value, 'Its name has no letter and no digit.')
    if (taken.has(name)) return leftOut(property, value, 'Another property has this name.')
    taken.add(name)
    return sentAs(name, { property, value })
  })
}

/** The first status in the answer that refuses a property; undefined if all were saved. */
export function refusalIn(multistatus: string): number | undefined {
  const statuses = [...multistatus.matchAll(/<(?:[\w-]+:)?status[^<>]*>\s*HTTP\/[\d.]+\s+(\d{3})/gi)].map(
    ([, status]) => Number(status),
  )
  if (statuses.length === 0) return 207
  // If one property is refused, the others are too, with 424 (failed dependency).
  const refused = statuses.filter((status) => status < 200 || status > 299)
  return refused.find((status) => status !== 424) ?? refused[0]
}

/** Named like S3 metadata, except that an element's name can't begin with a digit. */
function elementName(name: string): string {
  const word = dashedName(name)
  return /^\d/.test(word) ? `p-${word}` : word
}

function escaped(value: string): string {
  // XML doesn't allow most control characters, and people have no use for them.
  return escapeMarkup(value.replace(/[\p{Cc}\ufffe\uffff]/gu, ' '))
}
