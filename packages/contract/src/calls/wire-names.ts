import type * as z from 'zod/mini'
import { rowFromJson, rowToJson } from '../json.ts'
import { snakeCase } from '../names.ts'
import type { AnyRow } from '../resource.ts'
import { isAsSpelled, rowResource } from './call.ts'

/**
 * Converts a call's value for the wire: property names in the schema become snake_case, keys of maps stay. Properties
 * the schema doesn't have are dropped.
 */
export function toWire(schema: z.ZodMiniType, value: unknown): unknown {
  return renamed(schema, value, 'toWire')
}

/** Converts a value from the wire to the schema's property names; unknown names stay, so that they can be refused. */
export function fromWire(schema: z.ZodMiniType, value: unknown): unknown {
  return renamed(schema, value, 'fromWire')
}

/** Returns the wire name of an object's property. */
export function wireName(schema: object, key: string): string {
  return isAsSpelled(schema) ? key : snakeCase(key)
}

type Way = 'toWire' | 'fromWire'

/** The parts of zod's definitions used here. */
interface Parts {
  type: string
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  valueType?: z.ZodMiniType
  shape?: Readonly<Record<string, z.ZodMiniType>>
}

function renamed(schema: z.ZodMiniType, value: unknown, way: Way): unknown {
  if (typeof value !== 'object' || value === null) return value
  const resource = rowResource(schema)
  if (resource) return way === 'toWire' ? rowToJson(resource, value as AnyRow) : rowFromJson(value as AnyRow, resource)
  const { innerType, element, valueType, shape } = schema._zod.def as unknown as Parts
  if (innerType) return renamed(innerType, value, way)
  if (element) return Array.isArray(value) ? value.map((item) => renamed(element, item, way)) : value
  if (Array.isArray(value)) return value
  if (shape) return renamedObject(schema, shape, { value: value as AnyRow, way })
  if (!valueType) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renamed(valueType, item, way)]))
}

function renamedObject(
  schema: z.ZodMiniType,
  shape: Readonly<Record<string, z.ZodMiniType>>,
  { value, way }: { value: AnyRow; way: Way },
): AnyRow {
  if (way === 'toWire') {
    const known = Object.entries(value).filter(([key]) => Object.hasOwn(shape, key))
    return Object.fromEntries(known.map(([key, item]) => [wireName(schema, key), renamedPart(shape[key], item, way)]))
  }
  const keyOfName = new Map(Object.keys(shape).map((key) => [wireName(schema, key), key]))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const key = keyOfName.get(name)
      return key === undefined ? [name, item] : [key, renamedPart(shape[key], item, way)]
    }),
  )
}

function renamedPart(schema: z.ZodMiniType | undefined, value: unknown, way: Way): unknown {
  return schema ? renamed(schema, value, way) : value
}
