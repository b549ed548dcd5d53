import * as z from 'zod/mini'
import { expiresInDays, issued, key, name, networks } from './api-keys.ts'
import { defineCall, described } from './call.ts'

const tag = 'Single sign-on'

const group = z.object({
  id: z.string(),
  name: z.string(),
  members: z.int(),
  role: described(z.nullable(z.string()), 'The role its members get, by the roles by group of the identity provider'),
})

export const readProvisioning = defineCall({
  method: 'GET',
  path: '/identity_provider/:id/provisioning',
  tag,
  summary: 'How an identity provider provisions users (SCIM 2.0): the base URL, its tokens, users and groups',
  answer: z.object({
    baseUrl: described(
      z.string(),
      'To enter at the provider: "tenant URL" in Entra, "SCIM connector base URL" in Okta',
    ),
    keys: z.array(key),
    users: described(z.int(), 'How many users it provisions'),
    groups: z.array(group),
  }),
  refusals: [403, 404],
})

export const makeProvisioningToken = defineCall({
  method: 'POST',
  path: '/identity_provider/:id/provisioning-token',
  tag,
  summary: 'Create the token with which an identity provider provisions users; it is shown once',
  body: z.strictObject({ name, networks: z.optional(networks), expiresInDays }),
  answer: issued,
  status: 201,
  refusals: [400, 403, 404, 409],
})
