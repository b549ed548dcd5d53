import { ApiError } from '@courtcrier/contract/errors.ts'
import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { validateValue } from '@courtcrier/contract/input.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import type { FastifyRequest } from 'fastify'
import { readObject } from './negotiation.ts'

/** The texts a JSON body must hold, by camelCase name. Throws `invalid_input` that names those missing. */
export function readTexts<K extends string>(request: FastifyRequest, names: readonly K[]): Record<K, string> {
  const entries = Object.entries(readObject(request)).map(([key, value]) => [camelCase(key), value])
  return requireTexts(Object.fromEntries(entries), names)
}

/** The values as texts, none of them empty. Throws `invalid_input` that names the others. */
export function requireTexts<K extends string>(values: AnyRow, names: readonly K[]): Record<K, string> {
  const problems = names.flatMap((name): Problem[] => {
    const value = values[name]
    if (value === undefined || value === null || value === '') return [{ field: name, code: 'required' }]
    if (typeof value !== 'string') return [{ field: name, code: 'not_text' }]
    // The database keeps every character but this one.
    return value.includes('\0') ? [{ field: name, code: 'control_characters' }] : []
  })
  if (problems.length > 0) throw new ApiError('invalid_input', { problems })
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Record<K, string>
}

/**
 * What a JSON body holds for a resource's field of text that is still being written: nothing is an empty text. Throws
 * `invalid_input` for what is no text or longer than the field may be.
 */
export function readText(body: AnyRow, resource: Resource, name: string): string {
  const value = body[snakeCase(name)] ?? ''
  const code = typeof value === 'string' ? tooLong(value, findField(resource, name)?.max) : 'not_text'
  if (code !== undefined) throw new ApiError('invalid_input', { problems: [{ field: name, code }] })
  return value as string
}

/**
 * What a JSON body holds for a resource's field of any kind; undefined while nothing is chosen. Throws `invalid_input` for
 * what the field does not take.
 */
export function readValue<T>(body: AnyRow, resource: Resource, name: string): T | undefined {
  const value = body[snakeCase(name)]
  const field = findField(resource, name)
  if (field === undefined || isEmptyValue(value)) return undefined
  const checked = validateValue(field, value)
  if ('code' in checked) throw new ApiError('invalid_input', { problems: [{ field: name, code: checked.code }] })
  return checked.value as T
}

function tooLong(text: string, max = Number.POSITIVE_INFINITY): string | undefined {
  return text.length > max ? `too_long:${max}` : undefined
}
