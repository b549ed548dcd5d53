import type { Field } from './fields/field.ts'
import type { Step } from './resource.ts'
import { restSettings } from './rest-settings.ts'

interface CredentialFields {
  /** Which type and which agent it is for, as far as the kind has them. */
  leading: readonly string[]
  settings: Readonly<Record<string, Field>>
  /** What all kinds have. */
  shared: readonly string[]
}

/** Returns the steps of a kind's form: where documents are saved, the sign-in, what the kind has besides, and folders. */
export function credentialSteps({ leading, settings, shared }: CredentialFields): Step[] {
  const groups = Map.groupBy(Object.entries(settings), groupOf)
  const keysOf = (group: Group) => (groups.get(group) ?? []).map(([key]) => key)
  const steps: Step[] = [
    { name: 'place', label: 'Name and place', fields: ['name', ...leading, ...keysOf('place')] },
    { name: 'signIn', label: 'Sign-in', fields: keysOf('signIn') },
    { name: 'calls', fields: keysOf('calls') },
    { name: 'billing', label: 'Billing items', fields: keysOf('billing') },
    { name: 'folders', label: 'Folders and expiration', fields: shared },
  ]
  return steps.filter(({ fields }) => fields.length > 0)
}

type Group = 'place' | 'signIn' | 'calls' | 'billing'

/** Settings that are no secrets and go with them. */
const besideSecrets = ['clientId', 'username', 'signIn', 'tenantId', 'enterpriseId', 'organizationId', 'hostKey']
const ofCalls = Object.keys(restSettings(100))

function groupOf([key, { kind }]: readonly [string, Field]): Group {
  if (ofCalls.includes(key)) return 'calls'
  if (/^(?:create)?billingItem/i.test(key)) return 'billing'
  return kind === 'secret' || besideSecrets.includes(key) ? 'signIn' : 'place'
}
