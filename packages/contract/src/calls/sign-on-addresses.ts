import * as z from 'zod/mini'
import { defineCall, described } from './call.ts'

export const readRedirectUri = defineCall({
  method: 'GET',
  path: '/sso/redirect-uri',
  tag: 'Single sign-on',
  summary: 'The addresses to register at an identity provider',
  answer: z.object({
    redirect_uri: described(z.string(), 'OpenID Connect'),
    entity_id: described(z.string(), 'SAML: the entity ID (audience), which is the address of the metadata'),
    acs_url: described(z.string(), 'SAML: the assertion consumer service'),
  }),
  refusals: [403],
})
