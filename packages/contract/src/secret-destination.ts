import type { Field } from './fields/field.ts'
import type { Problem } from './messages.ts'
import { type AnyRow, type Resource, secretsSet } from './resource.ts'

/** Whether rows of the resource keep secrets that their other fields send somewhere. */
export function hasDirectedSecrets(resource: Resource): boolean {
  const fields = Object.values(resource.fields)
  return fields.some(({ kind }) => kind === 'secret') && fields.some(({ directsSecrets }) => directsSecrets)
}

/**
 * A problem for each stored secret that a change would send elsewhere than it was entered for: it must be entered again
 * with the change, or cleared.
 */
export function findMisdirected(
  resource: Resource,
  { current, values }: { current: AnyRow | undefined; values: AnyRow },
): readonly Problem[] {
  if (!current) return []
  const changed = directingFields(resource).find(
    ([key, field]) => Object.hasOwn(values, key) && placeOf(field, values[key]) !== placeOf(field, current[key]),
  )
  if (!changed) return []
  const [key, field] = changed
  const kept = (current as { [secretsSet]?: readonly string[] })[secretsSet] ?? []
  return kept
    .filter((secret) => !Object.hasOwn(values, secret))
    .map((secret) => ({ field: secret, code: `saved_for:${nameOf(field, current[key])}` }))
}

/**
 * Where a row sends its secrets, as a text that is the same as long as it is the same place. Secrets are sealed with it:
 * where a definition gets another directing field, stored ones no longer open and must be entered again.
 */
export function destinationOf(resource: Resource, row: AnyRow): string {
  const places = directingFields(resource).map(([key, field]) => [key, placeOf(field, row[key])])
  return JSON.stringify([resource.name, ...places])
}

function directingFields(resource: Resource): readonly (readonly [string, Field])[] {
  return Object.entries(resource.fields).filter(([, { directsSecrets }]) => directsSecrets === true)
}

const usualPorts: Readonly<Record<string, string>> = { 'sftp:': ':22', 'http:': ':80', 'https:': ':443' }

/** Of an address the protocol, host and port: what lies below a host is the host's. Of another value the value. */
function placeOf(field: Field, value: unknown): string {
  const text = String(value ?? field.default ?? '').trim()
  const url = addressIn(field, text)
  return url ? `${url.protocol}//${withoutUsualPort(url)}` : text
}

function nameOf(field: Field, value: unknown): string {
  const text = String(value ?? field.default ?? '').trim()
  const url = addressIn(field, text)
  return url ? withoutUsualPort(url) : (field.valueLabels?.[text] ?? (text || 'the usual address'))
}

function addressIn(field: Field, text: string): URL | undefined {
  return field.kind === 'text' ? (URL.parse(text) ?? undefined) : undefined
}

function withoutUsualPort({ protocol, host }: URL): string {
  const port = usualPorts[protocol]
  const name = host.toLowerCase()
  return port !== undefined && name.endsWith(port) ? name.slice(0, -port.length) : name
}
