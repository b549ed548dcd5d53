import { type MailPreview, previewTemplate, sendTemplate } from '@courtcrier/contract/calls/previews.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import type { TemplateKind } from '@courtcrier/contract/template-kinds.ts'
import { Button } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/labels.ts'
import { ask } from '../../session/ask.ts'
import { notifyFailure } from '../../session/notify-failure.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { notify } from '../../ui/notices.ts'
import { useSettledValue } from '../../ui/use-settled-value.ts'
import { type Look, LookControl, MailFrame } from './MailFrame.tsx'
import { MailSubject } from './MailSubject.tsx'
import classes from './templates.module.css'

const settleMs = 400

interface Draft {
  kind: TemplateKind
  subject: string
  body: string
}

/** Shows the email as recipients would get it, rendered by the server, and problems with the template. */
export function TemplatePreview({ kind, subject, body }: Draft) {
  const { t } = useTranslation()
  const [look, setLook] = useState<Look>('light')
  const template = useSettledValue({ kind, subject, body }, settleMs)
  const { data, error, refetch } = useQuery({
    queryKey: ['template-preview', template],
    queryFn: () => ask(previewTemplate, { body: template }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <div className={classes.previewHead}>
        <h2 id="preview">{t('template.preview')}</h2>
        <LookControl look={look} onChange={setLook} />
        <SendToMe template={{ kind, subject, body }} />
      </div>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
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

/** Emails the unsaved template to the user's own address: no preview equals a real mail program. */
function SendToMe({ template }: { template: Draft }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMutation({
    mutationFn: () => ask(sendTemplate, { body: template }),
    onSuccess: ({ email }) => notify({ color: 'success', text: t('template.sent', { email }) }),
    onError: notifyFailure,
  })
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
      {t('template.send')}
    </Button>
  )
}
