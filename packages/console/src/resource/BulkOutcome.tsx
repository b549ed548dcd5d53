import type { Resource } from '@courtcrier/contract/resource.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { Button, Loader } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkResult } from '../session/api.ts'
import { isPassing } from '../session/api-failure.ts'
import { takeBack } from '../session/offer-undo.ts'
import { focusOnMount } from '../ui/focus-on-mount.ts'
import { translated } from '../ui/translated.ts'
import classes from './BulkDialog.module.css'

/** Shows that the server is determining the effect on each record. */
export function Checking() {
  const { t } = useTranslation()
  return (
    <Text>
      <Loader size="xs" aria-hidden /> {t('bulk.checking')}
    </Text>
  )
}

interface FailedProps {
  error: Error
  /** Goes back to where it was, if the server only couldn't answer. */
  onRetry: () => void
  /** Starts over with another selection. */
  onAgain: () => void
}

/** Shows why nothing was done, and how to go on. */
export function Failed({ error, onRetry, onAgain }: FailedProps) {
  const { t } = useTranslation()
  const canRetry = isPassing(error)
  return (
    <div role="alert">
      <Text>{error.message}</Text>
      <div className={classes.buttons}>
        <Button onClick={canRetry ? onRetry : onAgain}>{t(canRetry ? 'state.retry' : 'bulk.again')}</Button>
      </div>
    </div>
  )
}

interface ResultProps {
  resource: Resource
  result: BulkResult
  /** A sentence that says how many were changed. */
  children: ReactNode
  onClose: () => void
}

/** Shows the results: how many were changed, which weren't and why, and the undo. */
export function Result({ resource, result, children, onClose }: ResultProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const { outcomes, undoId } = result
  const goBack = async () => {
    if (!undoId) return
    setBusy(true)
    await takeBack(resource, undoId)
    onClose()
  }
  return (
    <>
      <Text>{children}</Text>
      <Kept outcomes={outcomes} />
      <div className={classes.buttons}>
        {undoId && (
          <Button variant="default" loading={isBusy} onClick={() => void goBack()}>
            {t('notice.undo')}
          </Button>
        )}
        <Button ref={focusOnMount} onClick={onClose}>
          {t('bulk.close')}
        </Button>
      </div>
    </>
  )
}

/** Shows the records that would stay, or stayed, unchanged, each with the reason. */
export function Kept({ outcomes }: { outcomes: readonly RowOutcome[] }) {
  const { t } = useTranslation()
  const kept = outcomes.filter(({ isDone }) => !isDone)
  if (kept.length === 0) return null
  return (
    <>
      <Text>{t('bulk.kept', { count: kept.length })}</Text>
      <RowList rows={kept} />
    </>
  )
}

const mostListed = 50

/** Shows records by name, with a few words each. */
export function RowList({ rows, detailOf }: { rows: readonly RowOutcome[]; detailOf?: (id: string) => ReactNode }) {
  const { t } = useTranslation()
  const rest = rows.length - mostListed
  if (rows.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1)
    <ul className={classes.rows} tabIndex={0}>
      {rows.slice(0, mostListed).map(({ id, title, reason }) => (
        <li key={id}>
          <b>{title ?? t('bulk.unnamed')}</b> {reason ? translated(reason) : detailOf?.(id)}
        </li>
      ))}
      {rest > 0 && <li>{t('bulk.more', { count: rest })}</li>}
    </ul>
  )
}

export function Text({ children }: { children: ReactNode }) {
  return <p className={classes.text}>{children}</p>
}
