import type { Field } from './fields/field.ts'
import type { Problem } from './messages.ts'
import { type AnyRow, type Resource, secretsSet } from './resource.ts'

/** Returns whether rows of the resource have secrets that their other fields send somewhere. */
export function hasDirectedSecrets(resource: Resource): boolean {
  const fields = Object.values(resource.fields)
  return fields.some(({ kind }) => kind === 'secret') && fields.some(({ directsSecrets }) => directsSecrets)
}

/**
 * Returns a problem for each stored secret that a change would send to a new destination, or open something else with: it
 * must be entered again with the change, or cleared.
 */
export function findMisdirected(
  resource: Resource,
  { current, values }: { current: AnyRow | undefined; values: AnyRow },
): readonly Problem[] {
  if (!current) return []
  const changed = [...directingFields(resource), ...openedFields(resource)].find(
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
 * Returns where a row sends its secrets, as a text that changes only with the destination. Secrets are encrypted with
 * it: if a definition gains a directing field, stored secrets can't be decrypted and must be entered again.
 */
export function destinationOf(resource: Resource, row: AnyRow): string {
  const places = directingFields(resource).map(([key, field]) => [key, placeOf(field, row[key])])
  return JSON.stringify([resource.name, ...places])
}

function directingFields(resource: Resource): readonly (readonly [string, Field])[] {
  return Object.entries(resource.fields).filter(([, { directsSecrets }]) => directsSecrets === true)
}

/** What an application's secret opens is up to the service: it may be every mailbox there. */
function openedFields(resource: Resource): readonly (readonly [string, Field])[] {
  return Object.entries(resource.fields).filter(([, { opensBySecrets }]) => opensBySecrets === true)
}

const usualPorts: Readonly<Record<string, string>> = { 'sftp:': ':22', 'http:': ':80', 'https:': ':443' }

/**
 * Returns the protocol, host and port of an address, since every path on a host belongs to it; for any other field the
 * value itself.
 */
function placeOf(field: Field, value: unknown): string {
  const text = String(value ?? field.default ?? '').trim()
  const url = addressIn(field, text)
  return url ? `${url.protocol}//${withoutUsualPort(url)}` : text
}

function nameOf(field: Field, value: unknown): string {
  const text = String(value ?? field.default ?? '').trim()
  const url = addressIn(field, text)
  return url ? withoutUsualPort(url) : (field.valueLabels?.[text] ?? (text || 'the default address'))
}

function addressIn(field: Field, text: string): URL | undefined {
  return field.kind === 'text' ? (URL.parse(text) ?? undefined) : undefined
}

function withoutUsualPort({ protocol, host }: URL): string {
  const port = usualPorts[protocol]
  const name = host.toLowerCase()
  return port !== undefined && name.endsWith(port) ? name.slice(0, -port.length) : name
}
