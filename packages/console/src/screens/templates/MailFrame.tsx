import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { previewPage } from './preview-page.ts'
import './text.ts'
import classes from './templates.module.css'

/** Beside the colours the two widths that mails break at: a reading pane, and a phone. */
const looks = ['light', 'dark', 'outlook', 'phone'] as const
export type Look = (typeof looks)[number]

/** A mail in a frame in which nothing runs and that belongs to no origin. */
export function MailFrame({ html, look }: { html: string; look: Look }) {
  const { t } = useTranslation()
  const title = t('template.previewFrame')
  return (
    <div
      className={classes.frameRoom}
      {...(look === 'outlook' ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
    >
      <iframe
        sandbox=""
        title={title}
        srcDoc={previewPage(html, { isDark: look === 'dark', title })}
        className={classes.frame}
        data-look={look}
      />
    </div>
  )
}

/** Chooses how a mail is looked at. */
export function LookControl({ look, onChange }: { look: Look; onChange: (look: Look) => void }) {
  const { t } = useTranslation()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('template.look')}
      value={look}
      onChange={(value) => onChange(value as Look)}
      data={looks.map((value) => ({ value, label: t(`template.${value}`) }))}
    />
  )
}
