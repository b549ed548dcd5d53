import type { RowOutcome, RowSelection } from '@courtcrier/contract/selection.ts'
import type { BulkAct } from '@courtcrier/contract/triage.ts'
import { Button, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../resource/BulkDialog.module.css'
import { Checking, Failed, Kept, RowList, Text } from '../../resource/BulkOutcome.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import '../../resource/dialog-text.ts'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { takeTurn } from '../../ui/notices.ts'
import { actOnFilings, announceAct, perFiling } from './bulk-act.ts'
import { isAboutCopies } from './item-actions.ts'
import type { TriageFlow } from './use-triage-flow.ts'

interface BulkActDialogProps {
  act: BulkAct
  selection: RowSelection
  flow: TriageFlow
  onClose: () => void
  onClear: () => void
}

/** Performs one action on the whole selection: first the server's preview for each item, then the results. */
export default function BulkActDialog({ act, selection, flow, onClose, onClear }: BulkActDialogProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  useFocusBack()
  // The selection when the dialog opened: a later one isn't what the user agreed to.
  const [selected] = useState(selection)
  const preview = useQuery({
    queryKey: ['inbox-bulk', act, selected],
    queryFn: () => actOnFilings(act, selected, { isRehearsal: true }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const carryOut = useMutation({
    mutationFn: () => actOnFilings(act, selected, { isRehearsal: false }),
    onMutate: takeTurn,
    onSuccess: ({ outcomes, undoId }, _, turn) => {
      const done = outcomes.flatMap(({ id, isDone }) => (isDone ? [id] : []))
      const count = done.length
      const passed = isAboutCopies(act) ? undefined : flow.finishAll(done)
      const text = t(`inbox.bulk.${act}.done`, { count })
      announceAct({ action: act, text, outcomes, undoId, turn, onUndone: () => flow.comeBack(passed) })
      // No need to report: every item was changed.
      if (count === outcomes.length) leave()
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['inbox_item'] }),
  })
  const leave = () => {
    onClear()
    onClose()
  }
  const retry = () => {
    carryOut.reset()
    void preview.refetch()
  }
  const error = carryOut.error ?? preview.error
  const result = carryOut.data
  return (
    <Modal
      opened
      // What is under way goes on; its results, and the undo, would be lost.
      onClose={() => !carryOut.isPending && (result ? leave : onClose)()}
      title={t(`inbox.bulk.${act}.verb`)}
      size={560}
      withCloseButton={false}
      zIndex={400}
    >
      {error && <Failed error={error} onRetry={retry} onAgain={leave} />}
      {!error && result && <Result act={act} outcomes={result.outcomes} onClose={leave} />}
      {!error && !result && preview.isPending && <Checking />}
      {!error && !result && preview.data && (
        <Preview
          act={act}
          outcomes={preview.data.outcomes}
          isBusy={carryOut.isPending}
          onConfirm={() => carryOut.mutate()}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}

interface PreviewProps {
  act: BulkAct
  outcomes: readonly RowOutcome[]
  isBusy: boolean
  onConfirm: () => void
  onCancel: () => void
}

function Preview({ act, outcomes, isBusy, onConfirm, onCancel }: PreviewProps) {
  const { t } = useTranslation()
  const going = outcomes.filter(({ isDone }) => isDone)
  const filings = perFiling(going)
  const messagesOf = (id: string) => {
    const count = filings.find((filing) => filing.id === id)?.messages ?? 1
    return count > 1 && t('inbox.table.messages', { count })
  }
  return (
    <>
      <Spread outcomes={going} />
      <Text>{t(going.length > 0 ? `inbox.bulk.${act}.preview` : 'inbox.bulk.nothing', { count: going.length })}</Text>
      <RowList rows={filings} detailOf={messagesOf} />
      <Kept outcomes={outcomes} />
      <div className={classes.buttons}>
        <Button variant="default" {...(going.length === 0 ? { ref: focusOnMount } : {})} onClick={onCancel}>
          {t('inbox.bulk.cancel')}
        </Button>
        {going.length > 0 && (
          <Button ref={focusOnMount} loading={isBusy} onClick={onConfirm}>
            {t(`inbox.bulk.${act}.confirm`, { count: going.length })}
          </Button>
        )}
      </div>
    </>
  )
}

/** Shows how many filings the messages are about, if that isn't as many. */
function Spread({ outcomes }: Pick<PreviewProps, 'outcomes'>) {
  const { t } = useTranslation()
  const count = perFiling(outcomes).length
  if (count === outcomes.length) return null
  const messages = t('inbox.table.messages', { count: outcomes.length })
  return <Text>{t('inbox.bulk.spread', { count, messages })}</Text>
}

function Result({ act, outcomes, onClose }: Pick<PreviewProps, 'act' | 'outcomes'> & { onClose: () => void }) {
  const { t } = useTranslation()
  const done = outcomes.filter(({ isDone }) => isDone)
  return (
    <>
      <Spread outcomes={done} />
      <Text>{t(`inbox.bulk.${act}.done`, { count: done.length })}</Text>
      <Kept outcomes={outcomes} />
      <div className={classes.buttons}>
        <Button ref={focusOnMount} onClick={onClose}>
          {t('bulk.close')}
        </Button>
      </div>
    </>
  )
}
