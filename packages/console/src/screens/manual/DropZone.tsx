import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DropHint } from '../../ui/DropHint.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import classes from './manual.module.css'

/** Where files are chosen with the browser's own dialog; while it is there they are dropped anywhere on the page. */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isOver = useFileDrop(onFiles)
  return (
    <div className={classes.zone} data-over={isOver || undefined}>
      {isOver && <DropHint text={t('manual.files.dropAnywhere')} />}
      <p id={`${id}-drop`}>{t('manual.files.drop')}</p>
      <label className={classes.choose} htmlFor={id}>
        {t('manual.files.choose')}
      </label>
      <input
        ref={input}
        id={id}
        className={classes.fileInput}
        type="file"
        multiple
        accept=".pdf,.eml,application/pdf,message/rfc822"
        aria-describedby={`${id}-drop`}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // So that the same file can be chosen again after it was taken out.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
