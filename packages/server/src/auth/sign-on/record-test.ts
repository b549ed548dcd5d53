import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { storableText } from '../../base/db/storable-text.ts'
import { recordEvent } from '../../records/audit.ts'
import { lockUnderWay } from './attempts.ts'
import type { Identity } from './identity.ts'
import type { Provider } from './providers.ts'
import { type Recognized, recognize } from './recognize.ts'
import { SignOnProblem } from './sign-on-problem.ts'

interface Test {
  provider: Provider
  outcome: Identity | SignOnProblem
  testerId: string
  now: Date
}

/** Saves what came of a test sign-in, unless the provider's settings were changed meanwhile: it says nothing about those. */
export async function recordReturnedTest(trx: Trx, attempt: string, test: Test): Promise<void> {
  const { firmId, row } = test.provider
  if (await lockUnderWay(trx, { firmId, id: attempt, providerId: row.id })) await recordTest(trx, test)
}

/**
 * Saves what a test sign-in showed on its provider. Only one that would have signed in the person who tests counts for
 * turning single sign-on on: they get back in the same way.
 */
export async function recordTest(trx: Trx, { provider, outcome, testerId, now }: Test): Promise<void> {
  const { firmId, row } = provider
  const recognized = outcome instanceof SignOnProblem ? outcome : await tryToRecognize(trx, provider, outcome)
  const passed = !(recognized instanceof SignOnProblem) && recognized.kind !== 'new' && recognized.user.id === testerId
  if (passed) await notePass(trx, { firmId, providerId: row.id, userId: testerId, now })
  const sentence = [
    ...(outcome instanceof SignOnProblem ? [] : [describeIdentity(outcome, row)]),
    describeRecognized(recognized, { passed }),
  ].join(' ')
  await sql`update identity_providers set tested_at = ${now}::timestamptz, sentence = ${storableText(sentence).slice(0, 2000)}
    where firm_id = ${firmId} and id = ${row.id}::uuid`.execute(trx)
  await announce(trx, { firmId, entity: identityProvider.name, ids: [row.id] })
  await recordEvent(trx, {
    firmId,
    level: passed ? 'INFO' : 'WARNING',
    type: 'other',
    sentence: `The identity provider "${row.name}" was tested: ${sentence}`,
    userId: testerId,
    entity: identityProvider.name,
    entityId: row.id,
    action: 'provider_tested',
    recordTitle: row.name,
    facts: { result: sentence.slice(0, 1000) },
  })
}

async function tryToRecognize(
  trx: Trx,
  { firmId, row }: Provider,
  identity: Identity,
): Promise<Recognized | SignOnProblem> {
  try {
    return await recognize(trx, { firmId, row, identity })
  } catch (error) {
    if (error instanceof SignOnProblem) return error
    throw error
  }
}

async function notePass(
  trx: Trx,
  { firmId, providerId, userId, now }: { firmId: number; providerId: string; userId: string; now: Date },
): Promise<void> {
  await sql`insert into sign_on_tests (firm_id, id, provider_id, user_id, passed_at)
    values (${firmId}::integer, ${newId()}::uuid, ${providerId}::uuid, ${userId}::uuid, ${now}::timestamptz)
    on conflict (firm_id, provider_id, user_id) do update set passed_at = excluded.passed_at`.execute(trx)
}

function describeIdentity(
  { issuer, subject, email, isVerified, groups }: Identity,
  { groupsClaim }: Provider['row'],
): string {
  const address = email === undefined ? 'none' : `${email} (${isVerified ? 'verified' : 'not verified'})`
  const unlisted = groupsClaim ? 'left out by the provider, so the role stays' : 'not asked for'
  const listed = groups === undefined ? unlisted : groups.slice(0, 50).join(', ') || 'none'
  return `Issuer: ${issuer}. Subject: ${subject}. Email: ${address}. Groups: ${listed}.`
}

function describeRecognized(recognized: Recognized | SignOnProblem, { passed }: { passed: boolean }): string {
  if (recognized instanceof SignOnProblem) return `The sign-in would fail. ${recognized.message}`
  if (recognized.kind === 'new')
    return `A new user would be created for ${recognized.email}, with the role ${recognized.role.name}.`
  const { user, role } = recognized
  const given = role ? `and given the role ${role.name}` : 'with the role they have'
  const whose = passed
    ? 'You can turn single sign-on on.'
    : 'To turn single sign-on on, test with an account that signs you in yourself.'
  return `${user.fullName} would be signed in, ${given}. ${whose}`
}
