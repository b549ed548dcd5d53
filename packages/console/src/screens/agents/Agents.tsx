import { isAdmin } from '@courtcrier/contract/access.ts'
import type { Agent, AgentToken } from '@courtcrier/contract/calls/agents.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { useRole } from '../../session/session-store.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatList } from '../../ui/format-list.ts'
import { formatAgo, formatDateTime } from '../../ui/format-time.ts'
import { LoadingFields } from '../../ui/Loading.tsx'
import { AgentTokenDialog } from './AgentTokenDialog.tsx'
import classes from './agents.module.css'
import { useAgents } from './agents-query.ts'
import { RevokeAgent, type Revoked } from './RevokeAgent.tsx'

/** Lists the firm's agents and what waits for them; enrolls and revokes them. */
export default function Agents() {
  const { t } = useTranslation()
  const { data, error, refetch } = useAgents()
  const canManage = isAdmin(useRole())
  const [isMaking, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<Revoked>()
  const ofRow = (row: Revoked) => (canManage ? { onRevoke: () => setRevoked(row) } : {})
  const isEmpty = data && data.agents.length + data.tokens.length === 0
  return (
    <section className={classes.agents} aria-labelledby="agents">
      <h3 id="agents">{t('agents.title')}</h3>
      <p className={classes.hint}>{t('agents.about')}</p>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingFields count={2} />}
      {isEmpty && <p>{t('agents.none')}</p>}
      {data && !isEmpty && (
        <ul className={classes.list}>
          {data.agents.map((agent) => (
            <AgentRow key={agent.id} agent={agent} {...ofRow({ kind: 'agent', ...agent })} />
          ))}
          {data.tokens.map((token) => (
            <TokenRow key={token.id} token={token} {...ofRow({ kind: 'token', ...token })} />
          ))}
        </ul>
      )}
      {data && canManage && (
        <Button variant="default" className={classes.create} onClick={() => setMaking(true)}>
          {t('agents.create')}
        </Button>
      )}
      {isMaking && <AgentTokenDialog onClose={() => setMaking(false)} />}
      <RevokeAgent revoked={revoked} onClose={() => setRevoked(undefined)} />
    </section>
  )
}

function AgentRow({ agent, onRevoke }: { agent: Agent; onRevoke?: () => void }) {
  const { t } = useTranslation()
  const { name, version, neededVersion, enrolledAt, credentials, waiting } = agent
  const names = formatList(credentials.map((each) => each.name))
  return (
    <Row name={name} {...(onRevoke ? { onRevoke } : {})}>
      <Presence agent={agent} />
      {neededVersion !== null && (
        <span className={classes.waiting}>{t('agents.tooOld', { version: neededVersion })}</span>
      )}
      <span className={classes.hint}>{t('agents.enrolled', { version, time: formatDateTime(enrolledAt) })}</span>
      <span className={classes.hint}>
        {credentials.length > 0 ? t('agents.credentials', { names }) : t('agents.noCredentials')}
      </span>
      {waiting > 0 && <span className={classes.waiting}>{t('agents.waiting', { count: waiting })}</span>}
    </Row>
  )
}

function Presence({ agent: { connectedAt: since, lastSeenAt: seen } }: { agent: Agent }) {
  const { t } = useTranslation()
  if (since !== null) return <span>{t('agents.connected', { time: formatDateTime(since) })}</span>
  return (
    <span className={classes.waiting}>
      {seen === null ? t('agents.neverSeen') : t('agents.away', { ago: formatAgo(seen) })}
    </span>
  )
}

function TokenRow({ token, onRevoke }: { token: AgentToken; onRevoke?: () => void }) {
  const { t } = useTranslation()
  return (
    <Row name={token.name} {...(onRevoke ? { onRevoke } : {})}>
      <span className={classes.hint}>{t('agents.token', { time: formatDateTime(token.expiresAt) })}</span>
    </Row>
  )
}

function Row({ name, onRevoke, children }: { name: string; onRevoke?: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <li className={classes.agent}>
      <div className={classes.facts}>
        <strong>{name}</strong>
        {children}
      </div>
      {onRevoke && (
        <Button size="xs" variant="default" aria-label={t('agents.revokeOf', { name })} onClick={onRevoke}>
          {t('agents.revoke')}
        </Button>
      )}
    </li>
  )
}
