import { listMailboxFolders } from '@courtcrier/contract/calls/mailboxes.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputProps } from '../../fields/control.ts'
import { LineInput } from '../../fields/LineInput.tsx'
import { useEnclosingForm } from '../../resource/enclosing-form.ts'
import { namedProblems } from '../../resource/form-problems.ts'
import { ask } from '../../session/ask.ts'
import { lazy } from '../../ui/lazy.ts'
import { translated } from '../../ui/translated.ts'
import { type AskedFolders, askedFolders, foldersKey } from './mailbox-folders.ts'
import classes from './mailboxes.module.css'
import './text.ts'

const FolderChoice = lazy(() => import('./FolderChoice.tsx'))

/** Enters the folder of a mailbox. Those that it has, with what is entered beside it, are suggested once asked for. */
export default function FolderInput(props: InputProps) {
  const form = useEnclosingForm()
  if (!form || props.disabled) return <LineInput {...props} />
  return <KnownFolders input={props} asked={askedFolders(form.values, form.scope)} />
}

function KnownFolders({ input, asked }: { input: InputProps; asked: AskedFolders }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const list = useMutation({
    mutationKey: foldersKey,
    mutationFn: (body: AskedFolders) => ask(listMailboxFolders, { body }),
  })
  // What was found out with other settings says nothing about these.
  const isCurrent = JSON.stringify(list.variables) === JSON.stringify(asked)
  const { data, error } = isCurrent ? list : { data: undefined, error: null }
  const failure = error ? namedProblems(error, mailbox) : data?.ok === false && translated(data.sentence)
  return (
    <div>
      {data && data.folders.length > 0 ? (
        <Suspense fallback={<LineInput {...input} />}>
          <FolderChoice {...input} folders={data.folders} isAwaited={() => document.activeElement === button.current} />
        </Suspense>
      ) : (
        <LineInput {...input} />
      )}
      <div className={classes.folders}>
        <Button
          ref={button}
          variant="default"
          size="compact-sm"
          loading={list.isPending}
          onClick={() => list.mutate(asked)}
        >
          {t('mailboxes.folders.show')}
        </Button>
        <span role="status">{data?.ok && translated(data.sentence)}</span>
      </div>
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure}
        </p>
      )}
    </div>
  )
}
