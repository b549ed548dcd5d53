import { exportFailed } from '@courtcrier/contract/calls/transfer.ts'
import { useTranslation } from 'react-i18next'
import { ApiFailure } from '../../session/api-failure.ts'
import { translated } from '../../ui/translated.ts'
import './text.ts'
import classes from './transfer.module.css'

/**
 * Says that an export failed, in the specification's words (section 8) wherever it did: when it was requested, while its
 * file was written, or when that was downloaded. What the person can do something about follows.
 */
export function ExportFailure({ reason }: { reason: string | null | undefined }) {
  const { t } = useTranslation()
  return (
    <span className={classes.failure}>
      <span>{t('transfer.export.failure')}</span>
      {reason && reason !== exportFailed && <small> {translated(reason)}</small>}
    </span>
  )
}

/** Returns why a call for an export was refused, or not answered; nothing of a fault of the server, which its log has. */
export function reasonOf(failure: Error): string | undefined {
  return failure instanceof ApiFailure && failure.status < 500 ? failure.message : undefined
}
