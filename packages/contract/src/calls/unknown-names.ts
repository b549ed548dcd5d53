import type * as z from 'zod/mini'
import { meantBy, rowResource } from './call.ts'

/** The parts of zod's definitions used here. */
interface Parts {
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  valueType?: z.ZodMiniType
  shape?: Readonly<Record<string, z.ZodMiniType>>
  /** What an object says of names it doesn't list: nothing, never or anything. */
  catchall?: z.ZodMiniType
}

/**
 * Returns the names in a value that its schema doesn't have, each with the path to it. Objects whose schema itself says
 * what may be in them besides its own names, rows, and values of several possible schemas are left out.
 */
export function unknownNames(schema: z.ZodMiniType, value: unknown, at: readonly string[] = []): string[][] {
  const known = meantBy(schema) ?? schema
  if (typeof value !== 'object' || value === null || rowResource(known)) return []
  const { innerType, element, valueType, shape, catchall } = known._zod.def as unknown as Parts
  if (innerType) return unknownNames(innerType, value, at)
  const part = element ?? valueType
  if (part) return Object.entries(value).flatMap(([key, item]) => unknownNames(part, item, [...at, key]))
  if (!shape || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, item]) => {
    const own = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (own) return unknownNames(own, item, [...at, key])
    return catchall ? [] : [[...at, key]]
  })
}
