import type { MailAddress, MessageAnswer } from '@courtcrier/contract/calls/inbox.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { formatDateTime } from '../../../ui/format-time.ts'
import { LoadingFields } from '../../../ui/Loading.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { useAction } from '../../../ui/use-action.ts'
import { decodeReference } from '../mail/clean-mail.ts'
import { MailFrame } from '../mail/MailFrame.tsx'
import { mailPage, plainTextHtml } from '../mail/mail-page.ts'
import { visibleText } from '../mail/mark-spans.ts'
import type { Evidence } from './evidence.ts'
import panel from './ItemPanel.module.css'
import { fetchRaw, type ItemView, messageQuery } from './item-view.ts'
import classes from './MailSection.module.css'
import type { Lighting } from './use-lit-evidence.ts'

interface MailSectionProps {
  item: ItemView['item']
  evidence: Evidence
  lighting: Lighting
}

/** Shows the received email, sanitized, with the facts read from it highlighted. */
export default function MailSection({ item, evidence, lighting }: MailSectionProps) {
  const { t } = useTranslation()
  const [isPlain, setPlain] = useState(false)
  const { data: message, error, refetch } = useQuery(messageQuery(item.id))
  return (
    <section className={`${panel.section} ${classes.mail}`}>
      <div className={classes.head}>
        <h3 className={panel.heading}>{t('inbox.mail.title')}</h3>
        {message?.html && <ViewChoice isPlain={isPlain} onChange={setPlain} />}
        <DownloadButton id={item.id} />
      </div>
      {error && !message && <ErrorState error={error} retry={() => void refetch()} />}
      {!message && !error && <LoadingFields count={3} />}
      {message?.problem && <p className={classes.problem}>{message.problem}</p>}
      {message && <MailHead message={message} item={item} />}
      {message && <MailBody message={message} isPlain={isPlain} evidence={evidence} lighting={lighting} />}
    </section>
  )
}

function ViewChoice({ isPlain, onChange }: { isPlain: boolean; onChange: (isPlain: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('inbox.mail.view')}
      transitionDuration={0}
      value={isPlain ? 'plain' : 'formatted'}
      onChange={(value) => onChange(value === 'plain')}
      data={['formatted', 'plain'].map((value) => ({ value, label: t(`inbox.mail.${value}`) }))}
    />
  )
}

function DownloadButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const { run, isBusy, failure } = useAction(async () =>
    saveFile(`${id}.eml`, { type: 'message/rfc822', content: await fetchRaw(id) }),
  )
  return (
    <>
      <Button variant="subtle" size="compact-xs" loading={isBusy} onClick={() => void run()}>
        {t('inbox.mail.download')}
      </Button>
      {failure && (
        <span role="alert" className={classes.problem}>
          {failure.message}
        </span>
      )}
    </>
  )
}

function MailHead({ message, item }: { message: MessageAnswer; item: ItemView['item'] }) {
  const { t } = useTranslation()
  const { date, attachments } = message
  const from = message.from && addressText(message.from)
  const lines = [
    ['from', [from, ...senderWords(item, t)].filter(Boolean).join(' · ')],
    ['to', message.to.map(addressText).join(', ')],
    ['sent', date && !Number.isNaN(Date.parse(date)) ? formatDateTime(date) : date],
    [
      'attachments',
      attachments.map(({ fileName, mediaType, size }) => `${fileName ?? mediaType} (${formatBytes(size)})`).join(', '),
    ],
  ] as const
  return (
    <dl className={classes.lines}>
      {lines
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{t(`inbox.mail.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Returns why the sender is trusted: the proof, or the warning and the user who trusted it anyway. */
function senderWords({ trust, senderFlag, senderProof, vouchedBy }: ItemView['item'], t: TFunction): string[] {
  return [
    senderProof || (trust ? t(`inbox.mail.trust.${trust}`) : ''),
    senderFlag ? t(`inbox.mail.flag.${senderFlag}`) : '',
    vouchedBy && trust === 'unverified' ? t('inbox.mail.vouched', { name: vouchedBy }) : '',
  ]
}

function addressText({ name, address }: MailAddress): string {
  return name && name !== address ? `${name} <${address}>` : address
}

interface MailBodyProps {
  message: MessageAnswer
  isPlain: boolean
  evidence: Evidence
  lighting: Lighting
}

function MailBody({ message, isPlain, evidence, lighting }: MailBodyProps) {
  const { t } = useTranslation()
  const title = t('inbox.mail.frame', { subject: message.subject ?? '' })
  const shown = useMemo(() => pageOf({ message, isPlain, evidence, title }), [message, isPlain, evidence, title])
  if (!shown) return <p className={panel.quiet}>{t('inbox.mail.empty')}</p>
  const { page, hasLinks, leftOut } = shown
  return (
    <>
      {(hasLinks || leftOut > 0) && (
        <p className={classes.hint}>
          {hasLinks && t('inbox.mail.links')} {leftOut > 0 && t('inbox.mail.pictures', { count: leftOut })}
        </p>
      )}
      <MailFrame page={page} title={title} lighting={lighting} />
    </>
  )
}

interface PageOptions {
  message: MessageAnswer
  isPlain: boolean
  evidence: Evidence
  title: string
}

function pageOf({ message: { html, text }, isPlain, evidence: { spans }, title }: PageOptions) {
  if (html && !isPlain) return mailPage(html, spans, title)
  const plain = text ?? (html ? visibleText(html, decodeReference) : '')
  if (plain.trim() === '') return undefined
  // Spans index into the HTML's text if there is one; the plain text part is different text.
  return mailPage(plainTextHtml(plain), html && text ? [] : spans, title)
}
