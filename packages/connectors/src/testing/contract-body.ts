import type { Json } from './contract-document.ts'
import { type FakeRequest, formOf, jsonOf, multipartOf } from './fake-service.ts'

/** What a request has as a body, for the schema of its type. Undefined for bytes. */
export function bodyOf(request: FakeRequest, schema: Json | undefined): unknown {
  const type = typeOf(request.headers)
  if (type === 'application/json') return jsonOf(request)
  if (type === 'application/x-www-form-urlencoded') return fieldsOf([...formOf(request)], schema)
  if (type !== 'multipart/form-data') return undefined
  // Bytes only count as being there.
  const parts = multipartOf(request).map(({ name, fileName, bytes }) => [
    name,
    fileName === undefined ? bytes.toString() : '',
  ])
  return fieldsOf(parts as [string, string][], schema)
}

export function typeOf({ 'content-type': type = '' }: Readonly<Record<string, string>>): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

/** A form has texts only; those of other kinds are written as JSON. */
function fieldsOf(fields: readonly (readonly [string, string])[], schema: Json | undefined): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(([name, text]) => {
      const type = schema?.properties?.[name]?.type as unknown
      return [name, type === undefined || type === 'string' ? text : parsed(text)]
    }),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
