import { type PermissionSubject, permissionSubjects } from '@courtcrier/contract/access.ts'
import type { ApiKey } from '@courtcrier/contract/calls/api-keys.ts'
import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatList } from '../../ui/format-list.ts'
import { formatAgo, formatDateTime, formatDay } from '../../ui/format-time.ts'
import table from '../../ui/plain-table.module.css'
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx'
import { subjectLabel } from '../roles/subject-groups.ts'
import '../roles/text.ts'
import { PlainTable } from '../../ui/PlainTable.tsx'
import classes from './api-keys.module.css'

interface KeyTableProps {
  keys: readonly ApiKey[]
  hasOwners: boolean
  onAct: (act: 'rotate' | 'revoke', key: ApiKey) => void
}

/** Shows keys with what they may do, until when they work, and when they were last used. */
export function KeyTable({ keys, hasOwners, onAct }: KeyTableProps) {
  const { t } = useTranslation()
  const columns = ['name', ...(hasOwners ? ['owner'] : []), 'access', 'expires', 'lastUsed', 'status', 'actions']
  return (
    <section className={table.scroll} aria-label={t('apiKeys.table')}>
      <PlainTable heads={columns.map((column) => t(`apiKeys.${column}`))} className={classes.table} isFramed isStacked>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} hasOwner={hasOwners} onAct={onAct} />
        ))}
      </PlainTable>
    </section>
  )
}

interface KeyRowProps {
  apiKey: ApiKey
  hasOwner: boolean
  onAct: KeyTableProps['onAct']
}

function KeyRow({ apiKey: key, hasOwner, onAct }: KeyRowProps) {
  const { t } = useTranslation()
  const { name, kind, hint, owner, lastUsedAt } = key
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>{name}</span>
        <small className={classes.small}>
          {kind !== 'key' && `${t(`apiKeys.kind.${kind}`)} `}
          {hint && <code>{hint}</code>}
        </small>
      </th>
      {hasOwner && (
        <td data-label={t('apiKeys.owner')}>
          {owner ? owner.name : t('apiKeys.ownerFirm')}
          {owner?.isServiceAccount && <small className={classes.small}>{t('apiKeys.service')}</small>}
        </td>
      )}
      <td data-label={t('apiKeys.access')}>
        <Access apiKey={key} />
      </td>
      <ExpiryCell apiKey={key} />
      <td data-label={t('apiKeys.lastUsed')} title={lastUsedAt ? formatDateTime(lastUsedAt) : undefined}>
        {lastUse(key, t)}
      </td>
      <td data-label={t('apiKeys.status')}>
        <KeyStatus apiKey={key} />
      </td>
      <td className={classes.rowActions}>
        {key.canRotate && <ActButton act="rotate" apiKey={key} onAct={onAct} />}
        {key.canRevoke && <ActButton act="revoke" apiKey={key} onAct={onAct} />}
      </td>
    </tr>
  )
}

function ExpiryCell({ apiKey: { expiresAt, formerUntil } }: { apiKey: ApiKey }) {
  const { t } = useTranslation()
  return (
    <td data-label={t('apiKeys.expires')} title={expiresAt ? formatDateTime(expiresAt) : undefined}>
      {expiresAt ? formatDay(expiresAt) : t('apiKeys.never')}
      {formerUntil && (
        <small className={classes.small}>{t('apiKeys.overlapping', { time: formatDateTime(formerUntil) })}</small>
      )}
    </td>
  )
}

interface ActButtonProps {
  act: 'rotate' | 'revoke'
  apiKey: ApiKey
  onAct: KeyTableProps['onAct']
}

/** Whether a key works, and whether it will soon end. */
export function KeyStatus({ apiKey: key }: { apiKey: ApiKey }) {
  const { t } = useTranslation()
  return (
    <StatusDot tone={isSoon(key) ? 'warn' : tones[key.status]}>
      {t(isSoon(key) ? 'apiKeys.soon' : `apiKeys.state.${key.status}`)}
    </StatusDot>
  )
}

/** A button that rotates or revokes a key. */
export function ActButton({ act, apiKey, onAct }: ActButtonProps) {
  const { t } = useTranslation()
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t(`apiKeys.${act}Of`, { name: apiKey.name })}
      onClick={() => onAct(act, apiKey)}
    >
      {t(`apiKeys.${act}`)}
    </Button>
  )
}

const tones: Readonly<Record<ApiKey['status'], Tone>> = {
  active: 'ok',
  expired: 'bad',
  revoked: 'neutral',
  owner_inactive: 'bad',
}

const soonMs = 14 * 24 * 3600 * 1000

function isSoon({ status, expiresAt }: ApiKey): boolean {
  return status === 'active' && expiresAt !== null && new Date(expiresAt).getTime() - Date.now() < soonMs
}

/** Says when and from where a key was last used. */
export function lastUse({ lastUsedAt, lastUsedNetwork }: ApiKey, t: TFunction): string {
  if (!lastUsedAt) return t('apiKeys.unused')
  const ago = formatAgo(lastUsedAt)
  return lastUsedNetwork ? t('apiKeys.usedFrom', { ago, network: lastUsedNetwork }) : ago
}

/** Says how many kinds of records a key reads and changes; which ones is in the tooltip. */
function Access({ apiKey: { kind, scopes, networks } }: { apiKey: ApiKey }) {
  const { t } = useTranslation()
  const of = (access: string) => permissionSubjects.filter((subject) => scopes[subject] === access)
  const [changed, read] = [of('FULL'), of('READ')]
  const line = (key: 'reads' | 'changes', subjects: readonly PermissionSubject[]) =>
    subjects.length > 0 && (
      <span className={classes.line} title={formatList(subjects.map(subjectLabel))}>
        {t(`apiKeys.${key}`, { count: subjects.length })}
      </span>
    )
  return (
    <>
      {kind === 'import' && t('apiKeys.imports')}
      {kind === 'provisioning' && t('apiKeys.provisions')}
      {line('reads', [...read, ...changed])}
      {line('changes', changed)}
      {networks.length > 0 && (
        <small className={classes.small} title={networks.join(', ')}>
          {t('apiKeys.networks', { count: networks.length })}
        </small>
      )}
    </>
  )
}
