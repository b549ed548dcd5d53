import type { CheckStep, CredentialTest } from '@courtcrier/contract/credential-test.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { apiSend } from '../../session/api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx'
import '../settings/text.ts'
import { translated } from '../../ui/translated.ts'
import classes from './dms.module.css'

/** Tests a saved credential, and shows each step with what to do about it. */
export default function CredentialTestPanel({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => apiSend<CredentialTest>('POST', `/api/v1/${resource.name}/${encodeURIComponent(id)}/test`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [credential.name] }),
  })
  if (!useCanWrite(resource)) return null
  return (
    <section className={classes.test} aria-label={t('dms.test.label')}>
      <div className={classes.testHead}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t('dms.test.run')}
        </Button>
        <span>{t('dms.test.about')}</span>
      </div>
      {test.error && <ErrorState error={test.error} retry={() => test.mutate()} />}
      <div role="status">{test.data && <Steps result={test.data} />}</div>
    </section>
  )
}

const tones: Readonly<Record<CheckStep['state'], Tone>> = { ok: 'ok', failed: 'bad', skipped: 'neutral' }

function Steps({ result: { ok, steps } }: { result: CredentialTest }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.testResult}>{t(ok ? 'dms.test.well' : 'dms.test.notWell')}</p>
      <ol className={classes.steps}>
        {steps.map(({ step, state, sentence }) => (
          <li key={step}>
            <b>{t(`dms.test.step.${step}`)}</b>
            <StatusDot tone={tones[state]}>{t(`dms.test.state.${state}`)}</StatusDot>
            <small>{translated(sentence)}</small>
          </li>
        ))}
      </ol>
    </>
  )
}
