import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropHint } from '../../../ui/DropHint.tsx'
import { translated } from '../../../ui/translated.ts'
import { useFileDrop } from '../../../ui/use-file-drop.ts'
import { webLink } from '../../../ui/web-link.ts'
import { type ManualFiles, useManualFiles } from '../../manual/use-manual-files.ts'
import type { ItemActing } from '../use-item-actions.ts'
import { CourtAddress } from '../verbs/CourtAddress.tsx'
import type { FixPart } from '../verbs/row-verbs.ts'
import { useFirstFocus } from '../verbs/use-first-focus.ts'
import classes from './Fix.module.css'
import type { ItemView } from './item-view.ts'
import { courtAddress, isSaidByReason, type MissingDocument, matchUploads, missingDocuments } from './match-uploads.ts'

interface UploadFixProps {
  view: ItemView
  acting: ItemActing
  /** The part that was asked for. */
  part?: FixPart | undefined
}

/**
 * Lists the missing documents, each with a button to upload it and its address at the court. Files are picked, dropped
 * or pasted; those whose document is clear are saved immediately.
 */
export default function UploadFix({ view, acting, part }: UploadFixProps) {
  const { t } = useTranslation()
  const missing = missingDocuments(view.documents)
  const upload = useUpload({ view, acting, missing })
  const isSaid = isSaidByReason(view.item.reason, missing)
  const root = useRef<HTMLDivElement>(null)
  useFirstFocus(root, part === 'pacer' ? '[data-part="pacer"]' : '[data-first-fix]')
  return (
    <div ref={root}>
      {upload.isOver && <DropHint text={t('inbox.upload.drop')} />}
      {missing.map((document) => (
        <DocumentLine
          key={document.id}
          document={document}
          why={isSaid ? null : document.sentence}
          address={webLink(courtAddress(view.notice, document))}
          isBusy={upload.isBusy}
          onFiles={(files) => upload.add(files, document.id)}
        />
      ))}
      <p className={classes.hint}>{t('inbox.upload.hint', { count: missing.length })}</p>
      <UploadedFiles {...upload} missing={missing} />
    </div>
  )
}

function useUpload({ view, acting, missing }: UploadFixProps & { missing: readonly MissingDocument[] }) {
  const manual = useManualFiles(() => undefined)
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const sent = useRef('')
  const files = manual.files.filter(({ refused }) => !refused)
  const matched = matchUploads(files, missing, chosen)
  const isReady = files.length > 0 && files.every(({ key, upload }) => upload && matched.has(key))
  const documents = files.flatMap(({ key, upload }) =>
    upload ? [{ upload_id: upload.id, document_id: matched.get(key) ?? '' }] : [],
  )
  const save = (isDespiteStamps: boolean) =>
    acting.act({ id: view.item.id, action: 'upload-documents', documents, isDespiteStamps })
  const signature = JSON.stringify(documents)
  const submit = useRef(save)
  submit.current = save
  useEffect(() => {
    if (!isReady || sent.current === signature) return
    sent.current = signature
    submit.current(false)
  }, [isReady, signature])
  const choose = (key: number, id: string) => setChosen((known) => new Map(known).set(key, id))
  const add = (added: readonly File[], documentId?: string) => {
    const [key, ...others] = manual.add(added)
    // The button that was pressed says which document a single file is.
    if (documentId && key !== undefined && others.length === 0) choose(key, documentId)
  }
  const isRefused = acting.refused?.wish.action === 'upload-documents' && acting.refused.wish.id === view.item.id
  return {
    manual,
    matched,
    add,
    isOver: useFileDrop(add),
    isBusy: acting.pending !== undefined || files.some(({ upload }) => !upload),
    choose,
    ...(isRefused && isReady ? { saveAnyway: () => save(true) } : {}),
  }
}

interface DocumentLineProps {
  document: MissingDocument
  /** Why it is missing. */
  why: string | null | undefined
  address: string | undefined
  isBusy: boolean
  onFiles: (files: readonly File[]) => void
}

function DocumentLine({ document, why, address, isBusy, onFiles }: DocumentLineProps) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={`${classes.line} ${classes.wrapped}`}>
      <div id={id}>
        {[document.number, document.title].filter(Boolean).join(' ')}
        {why && <small>{translated(why)}</small>}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".pdf,application/pdf"
        aria-labelledby={id}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // So that the same file can be picked again.
          currentTarget.value = ''
        }}
      />
      <Button
        size="compact-sm"
        data-first-fix
        aria-describedby={id}
        loading={isBusy}
        onClick={() => input.current?.click()}
      >
        {t('verbs.upload')}
      </Button>
      {address && <CourtAddress address={address} describedBy={id} />}
    </div>
  )
}

interface UploadedFilesProps {
  manual: ManualFiles
  matched: ReadonlyMap<number, string>
  missing: readonly MissingDocument[]
  choose: (key: number, id: string) => void
  saveAnyway?: () => void
}

/** Shows files that couldn't be read, or whose document the user has to choose. */
function UploadedFiles({ manual, matched, missing, choose, saveAnyway }: UploadedFilesProps) {
  const { t } = useTranslation()
  const options = missing.map(({ id, number, title }) => ({
    value: id,
    label: [number, title].filter(Boolean).join(' '),
  }))
  const open = manual.files.filter(({ key, refused, upload }) => refused || (upload && !matched.has(key)) || saveAnyway)
  if (open.length === 0) return null
  return (
    <>
      {open.map(({ key, file, refused }) => (
        <div key={key} className={classes.line}>
          <div>
            {file.name}
            {refused && (
              <small role="alert" className={classes.refused}>
                {refused}
              </small>
            )}
          </div>
          {!refused && (
            <NativeSelect
              size="xs"
              aria-label={t('inbox.upload.which', { name: file.name })}
              value={matched.get(key) ?? ''}
              data={[{ value: '', label: t('inbox.upload.choose') }, ...options]}
              onChange={({ currentTarget }) => choose(key, currentTarget.value)}
            />
          )}
          <Button size="compact-xs" variant="subtle" onClick={() => manual.remove(key)}>
            {t('inbox.upload.remove')}
          </Button>
        </div>
      ))}
      {saveAnyway && (
        <div className={classes.line}>
          <small>{t('inbox.upload.stampHint')}</small>
          <Button size="compact-sm" variant="default" onClick={saveAnyway}>
            {t('inbox.upload.anyway')}
          </Button>
        </div>
      )}
    </>
  )
}
