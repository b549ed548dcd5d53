import * as z from 'zod/mini'
import { described } from './call.ts'

/** How a person can show that they are who the password says. */
export const factorWays = ['totp', 'passkey', 'recovery'] as const
export type FactorWay = (typeof factorWays)[number]

/** Options or answers of the browser's WebAuthn, as its own JSON (WebAuthn Level 3). */
export const webAuthnJson = z.record(z.string(), z.unknown())

/** What signing in answers when a second factor is asked for. */
export const factorChallenge = z.object({
  second_factor: z.object({
    challenge: described(z.string(), 'Works once, for ten minutes, in this browser'),
    ways: described(z.array(z.enum(factorWays)), 'The ways this user can answer'),
    passkey_options: described(z.nullable(webAuthnJson), "For the browser's navigator.credentials.get"),
  }),
})
