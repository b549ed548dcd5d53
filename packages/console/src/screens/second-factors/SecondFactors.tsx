import {
  makeRecoveryCodes,
  type OwnFactors,
  type Passkey,
  removePasskey,
  removeTotp,
} from '@courtcrier/contract/calls/second-factors.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { ask } from '../../session/ask.ts'
import { notifyFailure } from '../../session/notify-failure.ts'
import { hasPasskeys } from '../../session/passkeys.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatAgo } from '../../ui/format-time.ts'
import { LoadingRows } from '../../ui/Loading.tsx'
import { notify } from '../../ui/notices.ts'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { useLate } from '../../ui/use-late.ts'
import { useStayHere } from '../../ui/use-stay-here.ts'
import { When } from '../profile/When.tsx'
import { AddFactor } from './AddFactor.tsx'
import classes from './factors.module.css'
import { hasAny, useFactorChange, useOwnFactors } from './own-factors.ts'
import { RenamePasskey } from './RenamePasskey.tsx'

const loadSteps = () => import('./AddingFactor.tsx')

/** Lists the user's second factors, adds and removes them. */
export function SecondFactors() {
  const { t } = useTranslation()
  const { data, error, refetch } = useOwnFactors()
  return (
    <>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows count={2} />}
      {data && (
        <>
          <p className={classes.lead}>{t(leadOf(data))}</p>
          {hasAny(data) && <FactorTable factors={data} />}
          <AddFactor canPasskey={hasPasskeys() && data.passkeyHost === window.location.hostname} />
        </>
      )}
    </>
  )
}

function leadOf(factors: OwnFactors): string {
  if (factors.isByProvider) return 'factors.byProvider'
  if (hasAny(factors)) return factors.isRequired ? 'factors.required' : 'factors.some'
  return factors.isRequired ? 'factors.due' : 'factors.none'
}

function FactorTable({ factors }: { factors: OwnFactors }) {
  const { t } = useTranslation()
  return (
    <>
      <PlainTable heads={[t('factors.factor'), t('factors.added'), t('factors.used'), t('factors.action')]}>
        {factors.totpSince !== null && <TotpRow since={factors.totpSince} />}
        {factors.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </PlainTable>
      <Codes left={factors.recoveryCodesLeft} />
    </>
  )
}

function TotpRow({ since }: { since: string }) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">{t('factors.totp')}</th>
      <td>
        <When at={since} />
      </td>
      <td />
      <td>
        <RemoveButton name={t('factors.totp')} remove={() => ask(removeTotp, {})} />
      </td>
    </tr>
  )
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">{t('factors.passkeyNamed', { name })}</th>
      <td>
        <When at={createdAt} />
      </td>
      <td>{lastUsedAt ? formatAgo(lastUsedAt) : t('factors.unused')}</td>
      <td>
        <div className={classes.buttons}>
          <RenamePasskey id={id} name={name} />
          <RemoveButton name={t('factors.passkeyNamed', { name })} remove={() => ask(removePasskey, { id })} />
        </div>
      </td>
    </tr>
  )
}

function RemoveButton({ name, remove }: { name: string; remove: () => Promise<unknown> }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const change = useFactorChange(remove)
  const confirm = () =>
    change.mutate(undefined, {
      onSuccess: () => notify({ color: 'success', text: t('factors.removed', { name }) }),
      onError: notifyFailure,
      onSettled: () => setAsking(false),
    })
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('factors.removeOf', { name })}
        onClick={() => setAsking(true)}
      >
        {t('factors.remove')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('factors.removeTitle', { name })}
        text={t('factors.removeText')}
        confirm={t('factors.remove')}
        cancel={t('factors.keep')}
        isBusy={change.isPending}
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

/** Says how many recovery codes are left, and replaces them, after a question if any still work. */
function Codes({ left }: { left: number }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const make = useFactorChange(async () => {
    // What shows them is loaded first: the codes replace the former ones and are shown only once.
    await loadSteps()
    return ask(makeRecoveryCodes, {})
  })
  useStayHere(make.isPending)
  const { Late: AddingFactor } = useLate(loadSteps, make.data !== undefined)
  const replace = () => make.mutate(undefined, { onError: notifyFailure, onSettled: () => setAsking(false) })
  return (
    <>
      <p>
        {t('factors.left', { count: left })}{' '}
        <Button
          size="compact-sm"
          variant="default"
          loading={make.isPending}
          onClick={() => (left > 0 ? setAsking(true) : replace())}
        >
          {t('factors.replace')}
        </Button>
      </p>
      <ConfirmDialog
        opened={isAsking}
        title={t('factors.replaceTitle')}
        text={t('factors.replaceText', { count: left })}
        confirm={t('factors.replace')}
        cancel={t('factors.keepCodes')}
        isBusy={make.isPending}
        onConfirm={replace}
        onCancel={() => setAsking(false)}
      />
      {make.data && AddingFactor && (
        <AddingFactor step={{ codes: make.data.recoveryCodes }} onAdded={make.reset} onCancel={make.reset} />
      )}
    </>
  )
}
