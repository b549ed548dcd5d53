import { CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { ExportActions, ExportState } from './ExportLine.tsx'
import classes from './transfer.module.css'
import { useExport } from './use-export.ts'
import { closeExport, useWatchedExports } from './watched-exports.ts'

/** Shows the exports started here, in a corner of every page. */
export default function ExportTray() {
  const { t } = useTranslation()
  const ids = useWatchedExports()
  if (ids.length === 0) return null
  return (
    <section aria-label={t('transfer.export.tray')} className={classes.tray}>
      {ids.map((id) => (
        <Watched key={id} id={id} />
      ))}
    </section>
  )
}

function Watched({ id }: { id: string }) {
  const { t } = useTranslation()
  const run = useExport(id)
  if (!run) return null
  return (
    <article className={classes.watched} aria-label={run.file_name}>
      <b>{run.file_name}</b>
      <CloseButton size="sm" aria-label={t('transfer.close')} onClick={() => closeExport(id)} />
      <ExportState run={run} />
      <div className={classes.actions}>
        <ExportActions run={run} />
      </div>
    </article>
  )
}
