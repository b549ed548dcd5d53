import type { MailPreview } from '@courtcrier/contract/placeholders.ts'
import { emailTemplate } from '@courtcrier/contract/resources/email-template.ts'
import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../resource/labels.ts'
import { apiSend } from '../../session/api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { previewPage } from './preview-page.ts'
import { SendToMe } from './SendToMe.tsx'
import classes from './templates.module.css'

const settleMs = 400
const looks = ['light', 'dark', 'narrow'] as const
type Look = (typeof looks)[number]

/** The mail as people would get it, filled in by the server with a real notice, and what is wrong with the template. */
export function TemplatePreview({ subject, body }: { subject: string; body: string }) {
  const { t } = useTranslation()
  const [look, setLook] = useState<Look>('light')
  const [template] = useDebouncedValue({ subject, body }, settleMs)
  const { data, error, refetch } = useQuery({
    queryKey: ['template-preview', template],
    queryFn: () => apiSend<MailPreview>('POST', '/api/v1/email_template/preview', template),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <div className={classes.previewHead}>
        <h2 id="preview">{t('template.preview')}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t('template.look')}
          value={look}
          onChange={(value) => setLook(value as Look)}
          data={looks.map((value) => ({ value, label: t(`template.${value}`) }))}
        />
        <SendToMe template={{ subject, body }} />
      </div>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingRows count={4} />}
      {data && (
        <>
          <p className={classes.hint}>
            {data.notice ? t('template.previewOf', { title: data.notice.title }) : t('template.previewSample')}
          </p>
          <Problems preview={data} />
          <dl className={classes.subject}>
            <dt>{t('template.previewSubject')}</dt>
            <dd>{data.subject || t('template.noSubject')}</dd>
          </dl>
          <iframe
            // Nothing may run in it, and it belongs to no origin.
            sandbox=""
            title={t('template.previewFrame')}
            srcDoc={previewPage(data.html, { isDark: look === 'dark', title: t('template.previewFrame') })}
            className={classes.frame}
            data-look={look}
          />
        </>
      )}
    </section>
  )
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
