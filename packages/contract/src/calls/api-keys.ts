import * as z from 'zod/mini'
import { permissionSubjects } from '../access.ts'
import { keyAccess, keyDays, keyKinds, mostNetworks, overlapHours } from '../api-keys.ts'
import { anyId } from '../uuid.ts'
import { defineCall, described, type Fixed } from './call.ts'
import { givenName } from './given-name.ts'

const tag = 'API keys'
const maybeText = z.nullable(z.string())
const maybeTime = z.nullable(z.iso.datetime())

export const name = givenName(120)

const scopes = z
  .record(z.string(), z.enum(keyAccess, `not_choice:${keyAccess.join(', ')}`), 'not_map')
  .check((context) => {
    const { value, issues } = context
    const names = Object.keys(value)
    const unknown = names.find((each) => !(permissionSubjects as readonly string[]).includes(each))
    if (unknown !== undefined) issues.push(problem(`unknown_scope:${unknown}`, value))
    if (names.length === 0) issues.push(problem('required_items', value))
  })

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
export const networks = z
  .array(z.string('not_text'))
  .check(z.maxLength(mostNetworks, `too_many:${mostNetworks}`), (context) => {
    const { value, issues } = context
    for (const each of value)
      if (!z.safeParse(network, each.trim()).success) issues.push(problem(`not_network:${each.slice(0, 100)}`, value))
  })

function problem(message: string, input: unknown) {
  return { code: 'custom' as const, path: [], message, input }
}

const days = z.int().check(z.minimum(1, 'too_small:1'), z.maximum(keyDays.most, `too_large:${keyDays.most}`))
const hours = z.int().check(z.minimum(0, 'too_small:0'), z.maximum(overlapHours.most, `too_large:${overlapHours.most}`))
export const expiresInDays = z.optional(
  described(days, `Days until it expires, up to ${keyDays.most}; ${keyDays.usual} if absent`),
)

const owner = z.object({ id: z.string(), name: maybeText, isServiceAccount: z.boolean() })

/** Whether a key works, and if not, why. */
const keyStatuses = ['active', 'expired', 'revoked', 'owner_inactive'] as const

export const key = z.object({
  id: z.string(),
  kind: z.enum(keyKinds),
  name: z.string(),
  hint: described(maybeText, 'The first and last characters of the secret'),
  owner: described(
    z.nullable(owner),
    "Whose rights limit it; null for the import token and for provisioning, which are the firm's",
  ),
  createdBy: described(maybeText, 'Name of the user who created it'),
  scopes: described(z.record(z.string(), z.enum(keyAccess)), 'Access by subject; any other subject is denied'),
  networks: described(z.array(z.string()), 'The only addresses and networks it works from; any if empty'),
  status: z.enum(keyStatuses),
  createdAt: z.iso.datetime(),
  expiresAt: maybeTime,
  rotatedAt: maybeTime,
  formerUntil: described(maybeTime, 'Until when the secret before the last rotation works'),
  lastUsedAt: described(maybeTime, 'To the minute'),
  lastUsedNetwork: maybeText,
  canRotate: described(z.boolean(), 'Whether you may rotate it'),
  canRevoke: described(z.boolean(), 'Whether you may revoke it'),
})
export type ApiKey = Fixed<z.output<typeof key>>

const keys = z.object({ keys: z.array(key) })
export const issued = z.object({ key, secret: described(z.string(), 'Shown only in this answer') })
export type IssuedKey = Fixed<z.output<typeof issued>>

export const listOwnKeys = defineCall({
  method: 'GET',
  path: '/api_key/mine',
  tag,
  summary: 'Your own API keys, the newest first',
  answer: keys,
})

export const listKeys = defineCall({
  method: 'GET',
  path: '/api_key',
  tag,
  summary: "All of the firm's API keys, with those of service accounts, for people who manage users",
  answer: keys,
  refusals: [403],
})

export const makeKey = defineCall({
  method: 'POST',
  path: '/api_key',
  tag,
  summary: 'Create an API key for yourself or for a service account; its secret is shown once',
  body: z.strictObject({
    name,
    kind: z.optional(described(z.enum(['key', 'agent']), 'key if absent')),
    userId: z.optional(described(anyId(), 'A service account that owns it; you if absent')),
    scopes: described(scopes, "Access by subject, READ or FULL, never more than your role and its owner's have"),
    networks: z.optional(networks),
    expiresInDays,
  }),
  answer: issued,
  status: 201,
  refusals: [400, 403, 409],
})

export const rotateKey = defineCall({
  method: 'POST',
  path: '/api_key/:id/rotate',
  tag,
  summary: 'Give an API key a new secret, shown once; the former one works for as long as you choose',
  body: z.strictObject({
    overlapHours: z.optional(
      described(
        hours,
        `Hours for which the former secret works, up to ${overlapHours.most}; ${overlapHours.usual} if absent`,
      ),
    ),
    expiresInDays,
  }),
  mayBeEmpty: true,
  answer: issued,
  refusals: [400, 403, 404, 409],
})

export const revokeKey = defineCall({
  method: 'DELETE',
  path: '/api_key/:id',
  tag,
  summary: 'Revoke an API key; it stops working at once, also on open event streams',
  refusals: [403, 404],
})
