import * as z from 'zod/mini'
import type { AnyRow, Resource } from '../resource.ts'

/** Content other than JSON, such as a document; of one of several types if they are listed. */
export interface Bytes {
  mediaType: string | readonly string[]
}

/**
 * An API call besides those of the resources, defined once: the server's route and its checks, the types of both sides,
 * the console's function, and its entry in openapi.json are derived from it. Names are camelCase here and snake_case on
 * the wire.
 */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to `/api/v1`: `/case/:id/tracking`. */
  path: `/${string}`
  /** The group openapi.json lists it under. */
  tag: string
  summary: string
  /** Schemas of path parameters that aren't record IDs. */
  params?: Readonly<Record<string, z.ZodMiniType>>
  query?: z.ZodMiniObject
  /** Bytes are read by the handler as they arrive. */
  body?: z.ZodMiniType | Bytes
  /** Whether the body may be omitted; it is then read as an empty object. */
  mayBeEmpty?: boolean
  /** Whether names that the body doesn't have are skipped: a program of a newer version sends them. */
  skipsUnknown?: boolean
  /** If absent, the answer is 204. */
  answer?: z.ZodMiniType | Bytes
  /** Status of the answer, if neither 200 nor 204; the handler may set another. */
  status?: number
  /** Whether rows are also answered as protobuf to clients that accept it; the handler sends them. */
  isMessageToo?: boolean
  /**
   * The protobuf message that may be sent as the body instead of JSON: its name, and the numbers of its text fields.
   */
  message?: { name: string; numbers: Readonly<Record<string, number>> }
  /** Whether the answer may be empty, which is 204. */
  mayBeNothing?: boolean
  /** Whether the answer is 304 to a client that still has it. */
  mayBeUnchanged?: boolean
  /**
   * Whether a client that accepts `application/x-ndjson` gets an answer for each step of long work, one a line: what was found
   * so far, and in the end the whole.
   */
  isInSteps?: boolean
  /** The answer, with 202, if the call is carried out in the background; one of those that `answer` allows. */
  later?: z.ZodMiniType
  /** Headers of the request and their meaning; none is required. */
  headers?: Readonly<Record<string, string>>
  /** Headers of the answer and their meaning. */
  answerHeaders?: Readonly<Record<string, string>>
  /** Refusal statuses worth naming, besides those any call of its kind may return. */
  refusals?: readonly number[]
}

/** The media type of answers in steps. */
export const stepsType = 'application/x-ndjson'

export function defineCall<const Defined extends Call>(call: Defined): Defined {
  return call
}

/** Requests and answers are immutable. */
export type Fixed<T> = T extends object ? { readonly [Key in keyof T]: Fixed<T[Key]> } : T

type Value<Schema> = Schema extends z.ZodMiniType ? Fixed<z.output<Schema>> : undefined

type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamNames<More>
    : Rest
  : never

export type ParamsOf<C extends Call> = Readonly<Record<ParamNames<C['path']>, string>>
export type QueryOf<C extends Call> = Value<C['query']>
export type BodyOf<C extends Call> = Value<C['body']>
export type AnswerOf<C extends Call> = C['mayBeNothing'] extends true
  ? Value<C['answer']> | undefined
  : Value<C['answer']>

export function isBytes(content: Call['answer']): content is Bytes {
  return content !== undefined && 'mediaType' in content
}

export function mediaTypesOf({ mediaType }: Bytes): readonly string[] {
  return typeof mediaType === 'string' ? [mediaType] : mediaType
}

/** Returns the schema with a description for openapi.json. */
export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  // A schema used in several places can have a separate description in each.
  const own = schema.clone() as unknown as Schema
  const [shape, rowOf] = [meant.get(schema), rows.get(schema)]
  if (shape) meant.set(own, shape)
  if (rowOf) rows.set(own, rowOf)
  if (spelled.has(schema)) spelled.add(own)
  z.globalRegistry.add(own, { description })
  return own
}

/**
 * Returns a schema that accepts anything, for a call whose handler reports what is wrong; openapi.json and the types of
 * both sides still use the given schema.
 */
export function unchecked<Schema extends z.ZodMiniType>(schema: Schema): z.ZodMiniType<z.output<Schema>> {
  const own = z.unknown()
  meant.set(own, schema)
  return own as unknown as z.ZodMiniType<z.output<Schema>>
}

const meant = new WeakMap<object, z.ZodMiniType>()

/** Returns the schema of a value that the handler checks. */
export function meantBy(schema: object): z.ZodMiniType | undefined {
  return meant.get(schema)
}

const rows = new WeakMap<object, { resource: Resource; more: z.ZodMiniObject | undefined }>()

/** Returns the schema of a resource's row, as its own calls answer it, with what this call adds to it. */
export function row(resource: Resource, more?: z.ZodMiniObject): z.ZodMiniType<AnyRow> {
  const schema = z.custom<AnyRow>((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
  rows.set(schema, { resource, more })
  return schema
}

/** Returns the resource whose row a schema describes, if any. */
export function rowResource(schema: object): Resource | undefined {
  return rows.get(schema)?.resource
}

/** Returns the schema of what a call adds to a row, if it does. */
export function rowAddition(schema: object): z.ZodMiniObject | undefined {
  return rows.get(schema)?.more
}

const spelled = new WeakSet<object>()

/** Marks an object whose property names are the same on the wire. */
export function asSpelled<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  spelled.add(schema)
  return schema
}

export function isAsSpelled(schema: object): boolean {
  return spelled.has(schema)
}
