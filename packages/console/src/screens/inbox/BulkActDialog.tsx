import type { RowOutcome, RowSelection } from '@courtcrier/contract/selection.ts'
import type { BulkAct } from '@courtcrier/contract/triage.ts'
import { Button, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../../resource/BulkDialog.module.css'
import { Checking, Failed, Kept, RowList, Text } from '../../resource/BulkOutcome.tsx'
import '../../resource/dialog-text.ts'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { notify } from '../../ui/notices.ts'
import { actOnSelected, undoOf } from './bulk-act.ts'

interface BulkActDialogProps {
  act: BulkAct
  selection: RowSelection
  onClose: () => void
  onClear: () => void
}

/** Does the same with all that is selected: first what would become of each, as the server sees it, then what became of it. */
export default function BulkActDialog({ act, selection, onClose, onClear }: BulkActDialogProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  // As it was when the question was asked: what is selected afterwards is not what was agreed to.
  const [selected] = useState(selection)
  const preview = useQuery({
    queryKey: ['inbox-bulk', act, selected],
    queryFn: () => actOnSelected(act, selected, { isRehearsal: true }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const carryOut = useMutation({
    mutationFn: () => actOnSelected(act, selected, { isRehearsal: false }),
    onSuccess: (outcomes) => {
      const count = outcomes.filter(({ isDone }) => isDone).length
      const undo = undoOf(act, outcomes)
      notify({
        color: 'success',
        text: t(`inbox.bulk.${act}.done`, { count }),
        ...(undo ? { undo: () => void undo() } : {}),
      })
      // Nothing more is to be said: everything that was meant is done.
      if (count === outcomes.length) leave()
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['inbox_item'] }),
  })
  const leave = () => {
    onClear()
    onClose()
  }
  const error = carryOut.error ?? preview.error
  const result = carryOut.data
  return (
    <Modal
      opened
      onClose={result ? leave : onClose}
      title={t(`inbox.bulk.${act}.verb`)}
      size={560}
      withCloseButton={false}
      zIndex={400}
    >
      {error && <Failed sentence={error.message} onAgain={leave} />}
      {!error && result && <Result act={act} outcomes={result} onClose={leave} />}
      {!error && !result && preview.isPending && <Checking />}
      {!error && !result && preview.data && (
        <Preview
          act={act}
          outcomes={preview.data}
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
  return (
    <>
      <Text>{t(going.length > 0 ? `inbox.bulk.${act}.preview` : 'inbox.bulk.nothing', { count: going.length })}</Text>
      <RowList rows={going} />
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

function Result({ act, outcomes, onClose }: Pick<PreviewProps, 'act' | 'outcomes'> & { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <Text>{t(`inbox.bulk.${act}.done`, { count: outcomes.filter(({ isDone }) => isDone).length })}</Text>
      <Kept outcomes={outcomes} />
      <div className={classes.buttons}>
        <Button ref={focusOnMount} onClick={onClose}>
          {t('bulk.close')}
        </Button>
      </div>
    </>
  )
}
