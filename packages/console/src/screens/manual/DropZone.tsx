import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './manual.module.css'

/** Where files are dropped, or chosen with the browser's own dialog. */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the field within is for everybody
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
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
