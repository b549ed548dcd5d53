import {
  checkMailDomain,
  listMailDomains,
  type MailDomain,
  removeMailDomain,
  startMailDomain,
} from '@courtcrier/contract/calls/settings.ts'
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { ask } from '../../session/ask.ts'
import { copyText } from '../../ui/copy-text.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { LoadingFields } from '../../ui/Loading.tsx'
import classes from './mail-domains.module.css'

const queryKey = ['firm', 'domains']

/** Lists the domains at which the firm may receive email, and proves another one by a DNS record. */
export default function MailDomains({ canChange }: { canChange: boolean }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask(listMailDomains, {}, { signal }),
  })
  return (
    <section className={classes.domains} aria-labelledby="mail-domains">
      <h3 id="mail-domains">{t('firm.domains.title')}</h3>
      <p className={classes.hint}>{t('firm.domains.about')}</p>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingFields count={2} />}
      {data?.domains.length === 0 && <p>{t('firm.domains.none')}</p>}
      {data && data.domains.length > 0 && (
        <ul className={classes.list}>
          {data.domains.map((domain) => (
            <Domain key={domain.id} domain={domain} canChange={canChange} />
          ))}
        </ul>
      )}
      {canChange && <NewDomain />}
    </section>
  )
}

function NewDomain() {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const start = useChange(
    () => ask(startMailDomain, { body: { domain: name } }),
    () => setName(''),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    start.mutate()
  }
  return (
    <form className={classes.add} onSubmit={submit}>
      <TextInput
        label={t('firm.domains.add')}
        placeholder="firm.com"
        value={name}
        error={start.error !== null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={name.trim() === ''} loading={start.isPending}>
        {t('firm.domains.start')}
      </Button>
      {start.error && (
        <p role="alert" className={classes.refused}>
          {start.error.message}
        </p>
      )}
    </form>
  )
}

function Domain({ domain, canChange }: { domain: MailDomain; canChange: boolean }) {
  const { t } = useTranslation()
  const check = useChange(() => ask(checkMailDomain, { id: domain.id }))
  const remove = useChange(() => ask(removeMailDomain, { id: domain.id }))
  const failure = check.error ?? remove.error
  const isWaiting = domain.proved_at === null
  return (
    <li className={classes.domain}>
      <strong>{domain.name}</strong>
      <span className={classes.hint}>{stateOf(domain, t)}</span>
      {isWaiting && <Record domain={domain} />}
      {isWaiting && domain.problem && (
        <p role="status" className={classes.problem}>
          {domain.problem}
        </p>
      )}
      {failure && (
        <p role="alert" className={classes.problem}>
          {failure.message}
        </p>
      )}
      {canChange && domain.given_by === 'dns' && (
        <div className={classes.actions}>
          {isWaiting && (
            <Button size="xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
              {t('firm.domains.check')}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            loading={remove.isPending}
            aria-label={t('firm.domains.removeOf', { domain: domain.name })}
            onClick={() => remove.mutate()}
          >
            {t('firm.domains.remove')}
          </Button>
        </div>
      )}
    </li>
  )
}

function Record({ domain }: { domain: MailDomain }) {
  const { t } = useTranslation()
  return (
    <div className={classes.record}>
      <p>{t('firm.domains.record')}</p>
      <Copied label={t('firm.domains.recordName')} value={domain.record_name ?? ''} />
      <Copied label={t('firm.domains.recordValue')} value={domain.record_value ?? ''} />
    </div>
  )
}

function Copied({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(value))
  return (
    <div className={classes.copied}>
      <TextInput readOnly size="xs" label={label} value={value} onFocus={(event) => event.currentTarget.select()} />
      <Button size="xs" variant="default" aria-label={t('firm.domains.copyOf', { label })} onClick={() => void copy()}>
        {t(isCopied ? 'firm.domains.copied' : 'firm.domains.copy')}
      </Button>
    </div>
  )
}

function useChange<T>(mutationFn: () => Promise<T>, onSuccess?: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    ...(onSuccess ? { onSuccess } : {}),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
}

function stateOf({ proved_at: provedAt, checked_at: checkedAt, given_by: givenBy }: MailDomain, t: TFunction): string {
  if (provedAt !== null)
    return t(givenBy === 'dns' ? 'firm.domains.proved' : 'firm.domains.given', { time: formatDateTime(provedAt) })
  return checkedAt === null ? t('firm.domains.waiting') : t('firm.domains.checked', { time: formatDateTime(checkedAt) })
}
