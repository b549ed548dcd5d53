import { binarySchema, type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const tag = 'Session'
const nullableText: JsonSchema = { type: ['string', 'null'] }

const user = objectSchema({
  id: textSchema,
  email: textSchema,
  full_name: textSchema,
  display_name: nullableText,
  security_role_id: textSchema,
  timekeeper_id: nullableText,
})

const tokens = {
  access_token: textSchema,
  refresh_token: { type: 'string', description: 'Works once; the answer to its use holds the next one.' },
  token_type: { const: 'Bearer' },
  expires_in: { type: 'integer', description: 'Seconds that the access token is good for.' },
}

const newPassword: JsonSchema = { type: 'string', minLength: 8, maxLength: 1000, writeOnly: true }
const passwords = objectSchema({ current_password: { ...textSchema, writeOnly: true }, new_password: newPassword })

/** What openapi.json says of the session calls. */
export const sessionOperations = {
  logIn: {
    tag,
    summary: 'Sign in',
    body: jsonContent(objectSchema({ username: textSchema, password: { ...textSchema, writeOnly: true } })),
    answer: jsonContent(objectSchema({ user, ...tokens })),
    refusals: [400, 401, 429],
  },
  renew: {
    tag,
    summary: 'Renew the tokens; using a refresh token twice ends its session',
    body: jsonContent(objectSchema({ refresh_token: textSchema, grant_type: { const: 'refresh_token' } })),
    answer: jsonContent(objectSchema(tokens)),
    refusals: [400, 401, 429],
  },
  logOut: { tag, summary: 'Sign out' },
  me: { tag, summary: 'The signed-in user', answer: jsonContent(user) },
  ping: { tag, summary: 'Test the token', answer: jsonContent(objectSchema({ ok: { const: true } })) },
  changePassword: {
    tag,
    summary: 'Change your own password; every other session of yours ends',
    body: { ...jsonContent(passwords), 'application/x-protobuf': binarySchema },
    refusals: [400, 403, 429],
  },
  forgot: {
    tag,
    summary: 'Have a link to set a new password mailed',
    body: jsonContent(objectSchema({ email: { type: 'string', format: 'email' } })),
    refusals: [400, 404, 429],
  },
  reset: {
    tag,
    summary: 'Set a new password with the token of the link',
    body: jsonContent(objectSchema({ email: textSchema, token: textSchema, new_password: newPassword })),
    refusals: [400, 429],
  },
} satisfies Record<string, Operation>
