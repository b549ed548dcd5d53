import type { MailPreview } from '@courtcrier/contract/placeholders.ts'
import { emailTemplate, type TemplateKind } from '@courtcrier/contract/resources/email-template.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../resource/labels.ts'
import { apiSend } from '../../session/api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { type Look, LookControl, MailFrame } from './MailFrame.tsx'
import { MailSubject } from './MailSubject.tsx'
import { SendToMe } from './SendToMe.tsx'
import classes from './templates.module.css'

const settleMs = 400

interface Draft {
  kind: TemplateKind
  subject: string
  body: string
}

/** The mail as people would get it, filled in by the server with the real thing, and what is wrong with the template. */
export function TemplatePreview({ kind, subject, body }: Draft) {
  const { t } = useTranslation()
  const [look, setLook] = useState<Look>('light')
  const [template] = useDebouncedValue({ kind, subject, body }, settleMs)
  const { data, error, refetch } = useQuery({
    queryKey: ['template-preview', template],
    queryFn: () => apiSend<MailPreview>('POST', '/api/v1/email_template/preview', template),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <div className={classes.previewHead}>
        <h2 id="preview">{t('template.preview')}</h2>
        <LookControl look={look} onChange={setLook} />
        <SendToMe template={{ kind, subject, body }} />
      </div>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingRows count={4} />}
      {data && (
        <>
          <p className={classes.hint}>{madeWith(data)}</p>
          <Problems preview={data} />
          <div className={classes.subject}>
            <MailSubject subject={data.subject} />
          </div>
          <MailFrame html={data.html} look={look} />
        </>
      )}
    </section>
  )

  function madeWith({ notice, is_sample: isSample }: MailPreview): string {
    if (isSample) return t('template.previewSample')
    return notice ? t('template.previewOf', { title: notice.title }) : t('template.previewLatest')
  }
}

function Problems({ preview: { problems } }: { preview: MailPreview }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {problems.length > 0 && (
        <div className={classes.problems}>
          <h3>{t('template.problems')}</h3>
          <ul>
            {problems.map(({ field, message }) => (
              <li key={field + message}>
                <b>{fieldLabel(emailTemplate, field)}</b> {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
