import { takeBack } from '@courtcrier/contract/calls/undo.ts'
import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { notify } from '../../ui/notices.ts'
import classes from './transfer.module.css'

interface UndoImportProps {
  undo: { id: string; until: string }
  onDone: () => Promise<void>
}

const mostListed = 20

/** Undoes an import, and reports what stays because it has been changed since. */
export function UndoImport({ undo, onDone }: UndoImportProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [isOpen, dialog] = useDisclosure(false)
  const run = useMutation({
    mutationFn: () => ask(takeBack, { id: undo.id }),
    onSuccess: (result) => {
      notify({ color: 'success', text: t('transfer.import.undone', { count: result.done }) })
      // The import itself is reloaded when the dialog closes: without an undo, the dialog and its result would
      // disappear.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'import_run' })
      if (result.outcomes.every(({ isDone }) => isDone)) {
        dialog.close()
        void onDone()
      }
    },
  })
  const refused = run.data?.outcomes.filter(({ isDone }) => !isDone) ?? []
  const close = () => {
    dialog.close()
    if (run.data) void onDone()
  }
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {t('transfer.import.undo')}
      </Button>
      <span className={classes.hint}>{t('transfer.import.undoUntil', { time: formatDateTime(undo.until) })}</span>
      <Modal opened={isOpen} onClose={close} title={t('transfer.import.undoTitle')} withCloseButton={false}>
        <div className={classes.dialog}>
          {!run.data && <p className={classes.note}>{t('transfer.import.undoText')}</p>}
          {run.data && <p className={classes.note}>{t('transfer.import.undone', { count: run.data.done })}</p>}
          {refused.length > 0 && (
            <div>
              <p className={classes.note}>{t('transfer.import.undoRefused', { count: refused.length })}</p>
              <ul>
                {refused.slice(0, mostListed).map(({ id, title, reason }) => (
                  <li key={id}>
                    <b>{title ?? id}</b> {reason}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {run.error && (
            <p role="alert" className={classes.failure}>
              {run.error.message}
            </p>
          )}
          <div className={classes.buttons}>
            <Button variant="default" data-autofocus onClick={close}>
              {t(run.data ? 'transfer.close' : 'transfer.import.undoKeep')}
            </Button>
            {!run.data && (
              <Button loading={run.isPending} onClick={() => run.mutate()}>
                {t('transfer.import.undoConfirm')}
              </Button>
            )}
          </div>
        </div>
      </Modal>
    </>
  )
}
