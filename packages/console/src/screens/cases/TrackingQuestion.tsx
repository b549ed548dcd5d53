import type { Tracking } from '@courtcrier/contract/calls/tracking.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { chargedBy, type TrackingAction, type TrackingTerms } from '@courtcrier/contract/tracking.ts'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { notify } from '../../ui/notices.ts'
import { useAction } from '../../ui/use-action.ts'
import { formatMoney } from './format-money.ts'
import classes from './tracking.module.css'
import { actOnTracking, trackingKey } from './tracking.ts'

interface TrackingQuestionProps {
  id: string
  name: string
  action: TrackingAction
  tracking: Tracking
  onEnd: () => void
}

/**
 * Asks before an action, with its effect and cost. Confirming sends the amounts shown here. The harmless answer has
 * focus.
 */
export function TrackingQuestion({ id, name, action, tracking, onEnd }: TrackingQuestionProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { terms } = tracking
  const { run, isBusy, failure } = useAction(async () => {
    const next = await actOnTracking(id, action, terms).catch(async (error: unknown) => {
      // The amount may have changed; the next confirmation shows the current one.
      await queryClient.invalidateQueries({ queryKey: trackingKey(id) })
      throw error
    })
    queryClient.setQueryData(trackingKey(id), next)
    void queryClient.invalidateQueries({ queryKey: [courtCase.name] })
    notify({ color: 'success', text: t(`tracking.done.${action}`, { name }) })
    onEnd()
  })
  return (
    <div className={classes.question}>
      <p>{t(`tracking.ask.${action}.text`)}</p>
      <Amounts action={action} terms={terms} />
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure.message}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" autoFocus onClick={onEnd}>
          {t('tracking.no')}
        </Button>
        <Button loading={isBusy} onClick={() => void run()}>
          {t(`tracking.ask.${action}.yes`, { amount: useAmount(action, terms) })}
        </Button>
      </div>
    </div>
  )
}

function Amounts({ action, terms }: { action: TrackingAction; terms: TrackingTerms }) {
  const { t } = useTranslation()
  const charged = chargedBy[action]
  if (charged.length === 0) return <p className={classes.free}>{t('tracking.free')}</p>
  const said = (amount: string | null, key: string) =>
    amount === null ? t('tracking.asAgreed') : t(key, { amount: formatMoney(Number(amount)) })
  return (
    <dl className={classes.facts}>
      {charged.includes('monthlyFee') && (
        <>
          <dt>{t('tracking.fee')}</dt>
          <dd>{said(terms.monthlyFee, 'tracking.perMonth')}</dd>
        </>
      )}
      {charged.includes('documentCost') && (
        <>
          <dt>{t('tracking.cost')}</dt>
          <dd>{said(terms.documentCost, 'tracking.perDocument')}</dd>
        </>
      )}
    </dl>
  )
}

/** Returns the amount on the button itself: what the user agrees to. */
function useAmount(action: TrackingAction, { monthlyFee, documentCost }: TrackingTerms): string {
  const { t } = useTranslation()
  const isMonthly = chargedBy[action].includes('monthlyFee')
  const amount = isMonthly ? monthlyFee : documentCost
  if (amount === null) return t('tracking.asAgreed')
  return t(isMonthly ? 'tracking.perMonth' : 'tracking.perDocument', { amount: formatMoney(Number(amount)) })
}
