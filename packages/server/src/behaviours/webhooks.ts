import { isSigningSecret } from '../outbox/webhooks/sign.ts'
import type { Behaviour } from '../records/behaviour.ts'
import { forgetWanted } from '../records/happenings/happenings.ts'
import { payloadVersion } from '../records/happenings/payload.ts'
import { whyNoPrograms } from './wall-reach.ts'

export const webhookBehaviour: Behaviour = {
  beforeSave: async (_, { values }) => {
    const { signingSecret, payloadVersion: version } = values
    const isWrong = typeof signingSecret === 'string' && !isSigningSecret(signingSecret)
    return [
      ...(isWrong ? [{ field: 'signingSecret', code: 'not_signing_secret' }] : []),
      ...(version && version !== payloadVersion
        ? [{ field: 'payloadVersion', code: `not_choice:${payloadVersion}` }]
        : []),
    ]
  },
  whyNotWritten: whyNoPrograms,
  afterSave: async (trx, { firmId }) => forgetWanted(trx, firmId),
  afterDelete: async (trx, { firmId }) => forgetWanted(trx, firmId),
  // Calls that were sent are history, not part of the record.
  dependents: [{ table: 'webhook_calls', column: 'webhook_id', comesBack: 'never' }],
}
