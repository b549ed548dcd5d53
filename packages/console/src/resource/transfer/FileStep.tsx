import { importTypes } from '@courtcrier/contract/import-types.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button, FileButton, Loader } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropHint } from '../../ui/DropHint.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { downloadTemplate, uploadImport } from './calls.ts'
import classes from './transfer.module.css'

/** Chooses a file, by a button or by dropping it anywhere on the page, and uploads it. */
export function FileStep({ resource, onSent }: { resource: Resource; onSent: (id: string) => void }) {
  const { t } = useTranslation()
  const [wrong, setWrong] = useState<string>()
  const send = useMutation({ mutationFn: (file: File) => uploadImport(resource, file), onSuccess: onSent })
  const template = useAction(() => downloadTemplate(resource))
  const choose = (file: File | null | undefined) => {
    const problem = problemOf(file)
    setWrong(problem && t(`transfer.import.${problem}`))
    if (file && !problem) send.mutate(file)
  }
  const reset = useRef<() => void>(null)
  // So that the same file can be chosen again after it was corrected.
  const chooseOnce = (file: File | null) => {
    reset.current?.()
    choose(file)
  }
  const isOver = useFileDrop(([file]) => !send.isPending && choose(file))
  const failure = wrong ?? send.error?.message ?? template.failure?.message
  return (
    <>
      {isOver && <DropHint text={t('transfer.import.dropAnywhere')} />}
      <section className={classes.drop} data-over={isOver || undefined} aria-label={t('transfer.import.file')}>
        {send.isPending ? (
          <p role="status">
            <Loader size="xs" aria-hidden /> {t('transfer.import.sending', { name: send.variables.name })}
          </p>
        ) : (
          <>
            <p>{t('transfer.import.drop')}</p>
            <FileButton
              accept={['.csv', '.txt', '.xlsx', ...importTypes].join(',')}
              resetRef={reset}
              onChange={chooseOnce}
            >
              {(props) => (
                <Button {...props} aria-describedby="import-file-rules">
                  {t('transfer.import.choose')}
                </Button>
              )}
            </FileButton>
          </>
        )}
        <p id="import-file-rules" className={classes.hint}>
          {t('transfer.import.rules')}
        </p>
        {failure && (
          <p role="alert" className={classes.failure}>
            {failure}
          </p>
        )}
      </section>
      <p className={classes.hint}>
        {t('transfer.import.templateHint')}{' '}
        <Button size="compact-sm" variant="default" loading={template.isBusy} onClick={() => void template.run()}>
          {t('transfer.import.template')}
        </Button>
      </p>
    </>
  )
}

/** Checks a file against the specification (section 5), as far as possible before uploading it. */
function problemOf(file: File | null | undefined): 'required' | 'type' | 'empty' | undefined {
  if (!file) return 'required'
  if (!/\.(txt|csv|xlsx)$/i.test(file.name)) return 'type'
  return file.size === 0 ? 'empty' : undefined
}
