import { fillPlaceholders } from '@courtcrier/contract/rest-settings.ts'
import type { PlaceSettings } from '../connector-kind.ts'
import { leftOut, type PlannedProperty, sentAs, withoutValue } from '../planned-property.ts'
import { problemError } from '../problems.ts'

/** What placeholders stand for. */
export interface RestValues {
  path: string
  folder: string
  name: string
  key: string
  size: string
  sha256: string
  username: string
  password: string
  token: string
  apiKey: string
  apiSecret: string
  basic: string
  properties: Readonly<Record<string, string>>
}

/**
 * Returns an address below the base URL: each part of a path is encoded. Throws a problem for one that leads up, out of
 * the base URL or of what tells a firm's folder from another's.
 */
export function addressOf({ baseUrl }: PlaceSettings, template: string, values: RestValues): URL {
  const base = new URL(baseUrl ?? '')
  const below = fillPlaceholders(template, (name) =>
    valueFor(name, values).split('/').map(encodeURIComponent).join('/'),
  )
  if (leadsUp(below)) throw problemError('rejected', `"${below}" leads out of the base URL.`)
  const root = `${base.origin}${base.pathname}`.replace(/(?<!\/)\/+$/, '')
  return new URL(`${root}/${below.replace(/^\/+/, '')}`)
}

/** As browsers and Node read addresses: `%2e` is a dot, `\` a slash, and line breaks and tabs don't exist. */
function leadsUp(below: string): boolean {
  const [path = ''] = below.replace(/[\t\n\r]/g, '').split(/[?#]/, 1)
  return path.split(/[/\\]/).some((part) => /^(?:\.|%2e){1,2}$/i.test(part))
}

/** The headers of every call. A value with a line break, which would begin another header, is a problem. */
export function fillHeaders({ headers }: PlaceSettings, values: RestValues): Record<string, string> {
  const filled = Object.entries(headers ?? {}).map(([name, template]) => {
    const value = fillText(template, values)
    if (!/^[\t\x20-\x7e]*$/.test(value))
      throw problemError('rejected', `The header "${name}" has a character that headers can't have.`)
    return [name.toLowerCase(), value]
  })
  return Object.fromEntries(filled)
}

/** Returns the header or the form field of each property, as the credential's templates use them. */
export function planProperties(
  { headers, uploadBody, formFields }: PlaceSettings,
  properties: Readonly<Record<string, string>>,
): PlannedProperty[] {
  const given = [
    ...Object.entries(headers ?? {}).map((entry) => ({ entry, setting: 'headers' })),
    ...Object.entries((uploadBody === 'FORM' && formFields) || {}).map((entry) => ({ entry, setting: 'formFields' })),
  ]
  return Object.entries(properties).flatMap(([property, value]) => {
    if (value.trim() === '') return [withoutValue(property)]
    const used = given.filter(({ entry: [, template] }) => namesIn(template).includes(`property:${property}`))
    if (used.length === 0) return [leftOut(property, value, 'No header and no form field of the credential has it.')]
    return used.map(({ entry: [name], setting }) => sentAs(name, { property, value, setting }))
  })
}

function namesIn(template: string): string[] {
  const names: string[] = []
  fillPlaceholders(template, (name) => {
    names.push(name)
    return ''
  })
  return names
}

export function fillText(template: string, values: RestValues): string {
  return fillPlaceholders(template, (name) => valueFor(name, values))
}

/** Returns JSON with its placeholders filled within texts. Throws a problem if it isn't JSON. */
export function fillJson(template: string, values: RestValues): unknown {
  const filled = fillPlaceholders(template, (name) => JSON.stringify(valueFor(name, values)).slice(1, -1))
  try {
    return JSON.parse(filled)
  } catch {
    throw problemError(
      'rejected',
      'The JSON that creates a folder is not JSON. Put quotation marks around placeholders.',
    )
  }
}

/** Returns the link for people; undefined if it isn't one, as where the answer lacks a value. */
export function fillLink(template: string, values: RestValues, answer: unknown): string | undefined {
  const link = fillPlaceholders(template, (name) => {
    if (!name.startsWith('answer:')) return valueFor(name, values).split('/').map(encodeURIComponent).join('/')
    const found = valueIn(answer, name.slice('answer:'.length))
    // A whole link stays as it is; a part of one is encoded.
    return template === `{${name}}` ? found : encodeURIComponent(found)
  })
  const url = URL.parse(link)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function valueFor(name: string, { properties, ...values }: RestValues): string {
  if (name.startsWith('property:')) return properties[name.slice('property:'.length)] ?? ''
  return Object.hasOwn(values, name) ? values[name as keyof typeof values] : ''
}

/** The value at a path such as `data.files.0.id`. */
function valueIn(answer: unknown, path: string): string {
  let value = answer
  for (const part of path.split('.')) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, part)
    value = isThere ? (value as Record<string, unknown>)[part] : undefined
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
