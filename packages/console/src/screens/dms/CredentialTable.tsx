import { expiryWarningDays } from '@courtcrier/contract/credential-kinds.ts'
import { findField, type RowOf } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { type StoragePolicy, storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { choiceLabel, fieldLabel, resourceLabel } from '../../i18n/labels.ts'
import { daysUntil, formatDate, formatDateTime } from '../../ui/format-time.ts'
import plain from '../../ui/plain-table.module.css'
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx'
import { translated } from '../../ui/translated.ts'
import { nameOfKind } from './credential-cards.ts'
import classes from './dms.module.css'

type Credential = RowOf<typeof credential>

interface CredentialTableProps {
  credentials: readonly Credential[]
  /** By credential; undefined if the role can't see them. */
  policies: ReadonlyMap<string, readonly StoragePolicy[]> | undefined
  /** The types of those for a folder, S3 and so on, by credential. */
  drivers: ReadonlyMap<string, string> | undefined
}

export function CredentialTable({ credentials, policies, drivers }: CredentialTableProps) {
  const { t } = useTranslation()
  return (
    <table className={`${classes.table} ${plain.stacked}`} aria-label={t('nav.dms')}>
      <thead>
        <tr>
          <th scope="col">{fieldLabel(credential, 'name')}</th>
          <th scope="col">{fieldLabel(credential, 'health')}</th>
          {policies && <th scope="col">{resourceLabel(storagePolicy, 'many')}</th>}
        </tr>
      </thead>
      <tbody>
        {credentials.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Link to="/dms" search={{ kind: row.kind, id: row.id }}>
                {row.name}
              </Link>
              <small>{nameOfKind({ kind: row.kind, driver: drivers?.get(row.id) })}</small>
            </th>
            <td>
              <Health row={row} />
            </td>
            {policies && <Policies policies={policies.get(row.id) ?? []} />}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const tones: Readonly<Record<string, Tone>> = { healthy: 'ok', failing: 'bad', unreached: 'warn', unknown: 'neutral' }

function Health({ row: { health, sentence, checkedAt, expiresAt } }: { row: Credential }) {
  return (
    <>
      <StatusDot tone={tones[health] ?? 'neutral'}>{labelOfChoice('health', health)}</StatusDot>
      {sentence && <small>{translated(sentence)}</small>}
      {checkedAt && <small>{formatDateTime(checkedAt)}</small>}
      {expiresAt && <Expiry day={expiresAt} />}
    </>
  )
}

function Expiry({ day }: { day: string }) {
  const { t } = useTranslation()
  const left = daysUntil(day)
  const text = t(left < 0 ? 'dms.expired' : 'dms.expires', { day: formatDate(day) })
  // The firm is reminded from then on.
  if (left > expiryWarningDays[0]) return <small>{text}</small>
  return (
    <div>
      <StatusDot tone={left < 0 ? 'bad' : 'warn'}>{text}</StatusDot>
    </div>
  )
}

function Policies({ policies }: { policies: readonly StoragePolicy[] }) {
  const { t } = useTranslation()
  return (
    <td>
      {policies.length === 0 && <small>{t('dms.unused')}</small>}
      {policies.map(({ id, name }) => (
        <Link key={id} className={classes.policy} to={storagePolicy.route} search={{ id }}>
          {name}
        </Link>
      ))}
    </td>
  )
}

function labelOfChoice(key: string, value: unknown): string {
  const field = findField(credential, key)
  return field ? choiceLabel(field, String(value ?? '')) : ''
}
