import type { ReceivedFiling } from '@courtcrier/contract/calls/manual.ts'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconArrowUp, IconFileText, IconMail, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../ui/format-bytes.ts'
import { notify } from '../../ui/notices.ts'
import { useAction } from '../../ui/use-action.ts'
import classes from './manual.module.css'
import { takeMessage } from './manual-calls.ts'
import type { ManualFile } from './manual-state.ts'
import type { ManualFiles } from './use-manual-files.ts'

/** Lists the files in document order: each one's progress, title and problem. */
export function FileList({ manual }: { manual: ManualFiles }) {
  const { t } = useTranslation()
  if (manual.files.length === 0) return null
  return (
    <ul className={classes.files} aria-label={t('manual.files.list')}>
      {manual.files.map((file, at) => (
        <FileLine key={file.key} file={file} isFirst={at === 0} manual={manual} />
      ))}
    </ul>
  )
}

interface FileLineProps {
  file: ManualFile
  isFirst: boolean
  manual: ManualFiles
}

function FileLine({ file, isFirst, manual }: FileLineProps) {
  const { t } = useTranslation()
  const { key, upload, refused } = file
  const { name } = file.file
  const Icon = upload?.kind === 'message' ? IconMail : IconFileText
  const pages = upload?.pages ? t('manual.files.pages', { count: upload.pages }) : ''
  const size = formatBytes(file.file.size)
  return (
    <li className={classes.file} data-refused={refused ? '' : undefined}>
      <Icon size={18} stroke={1.6} aria-hidden className={classes.fileIcon} />
      <div className={classes.fileBody}>
        <span className={classes.fileName}>{name}</span>
        <small className="num">
          {[upload?.kind === 'message' && t('manual.files.message'), pages, size].filter(Boolean).join(' · ')}
        </small>
        {upload?.remark && <small>{upload.remark}</small>}
        {!upload && !refused && <Progress file={file} />}
        {refused && (
          <span role="alert" className={classes.refused}>
            {refused}
          </span>
        )}
        {upload?.kind === 'pdf' && <DocumentFields file={file} onChange={(part) => manual.change(key, part)} />}
        {upload?.kind === 'message' && <TakeMessage uploadId={upload.id} />}
      </div>
      {refused && (
        <Button size="compact-xs" variant="default" onClick={() => void manual.retry(file)}>
          {t('manual.files.again')}
        </Button>
      )}
      {!isFirst && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('manual.files.up', { name })}
          onClick={() => manual.moveUp(key)}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('manual.files.remove', { name })}
        onClick={() => manual.remove(key)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function Progress({ file: { file, progress } }: { file: ManualFile }) {
  const { t } = useTranslation()
  return (
    <span className={classes.progress}>
      <progress aria-label={t('manual.files.sending', { name: file.name })} max={1} value={progress} />
      <small className="num">{progress < 1 ? `${Math.round(progress * 100)} %` : t('manual.files.reading')}</small>
    </span>
  )
}

interface DocumentFieldsProps {
  file: ManualFile
  onChange: (part: Partial<ManualFile>) => void
}

function DocumentFields({ file: { file, title, number }, onChange }: DocumentFieldsProps) {
  const { t } = useTranslation()
  const { name } = file
  return (
    <div className={classes.documentFields}>
      <TextInput
        size="xs"
        className={classes.number}
        aria-label={t('manual.files.number', { name })}
        placeholder={t('manual.files.numberLabel')}
        maxLength={60}
        value={number}
        onChange={(event) => onChange({ number: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        className={classes.documentTitle}
        aria-label={t('manual.files.name', { name })}
        placeholder={t('manual.files.titleLabel')}
        maxLength={1000}
        error={title.trim() === '' && t('manual.facts.required')}
        value={title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
    </div>
  )
}

/** Accepts a message without facts: it is read like any other. */
function TakeMessage({ uploadId }: { uploadId: string }) {
  const { t } = useTranslation()
  const [taken, setTaken] = useState<ReceivedFiling>()
  const take = useAction(async () => {
    const answer = await takeMessage(uploadId)
    setTaken(answer)
    notify({ color: 'success', text: t(answer.isNew ? 'manual.files.taken' : 'manual.files.known') })
  })
  if (taken) {
    return (
      <span>
        {t(taken.isNew ? 'manual.files.taken' : 'manual.files.known')}{' '}
        <Link to="/inbox-items/id/$id" params={{ id: taken.itemId }} className={classes.link}>
          {t('manual.files.follow')}
        </Link>
      </span>
    )
  }
  return (
    <span>
      <Button size="compact-sm" loading={take.isBusy} onClick={() => void take.run()}>
        {t('manual.files.take')}
      </Button>
      {take.failure && (
        <span role="alert" className={classes.refused}>
          {take.failure.message}
        </span>
      )}
    </span>
  )
}
