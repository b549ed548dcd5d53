import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { previewPage } from './preview-page.ts'
import './text.ts'
import classes from './templates.module.css'

const looks = ['light', 'dark', 'narrow'] as const
export type Look = (typeof looks)[number]

/** A mail in a frame in which nothing runs and that belongs to no origin. */
export function MailFrame({ html, look }: { html: string; look: Look }) {
  const { t } = useTranslation()
  const title = t('template.previewFrame')
  return (
    <iframe
      sandbox=""
      title={title}
      srcDoc={previewPage(html, { isDark: look === 'dark', title })}
      className={classes.frame}
      data-look={look}
    />
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
