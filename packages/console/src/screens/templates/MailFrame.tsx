import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import './text.ts'
import classes from './templates.module.css'

/** Besides the colors, the two widths at which emails often break: a reading pane, and a phone. */
const looks = ['light', 'dark', 'outlook', 'phone'] as const
export type Look = (typeof looks)[number]

/** Shows an email in a frame in which nothing runs and that has no origin. */
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

/** Chooses how an email is displayed. */
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

/**
 * Returns email HTML as a page for a sandboxed frame. The policy is a second defense: nothing is fetched, framed or
 * sent.
 */
function previewPage(html: string, { isDark, title }: { isDark: boolean; title: string }): string {
  // A complete email has its own colors, which dark mail programs invert.
  const isWhole = /^\s*<!doctype/i.test(html)
  const [ink, paper, quiet] = isDark && !isWhole ? ['#e9ebf0', '#191d26', '#8fb0f2'] : ['#1b2333', '#ffffff', '#23407a']
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title><style>`,
    `:root { color-scheme: ${isDark && !isWhole ? 'dark' : 'light'}; }`,
    isDark && isWhole ? 'html { background: #fff; filter: invert(0.9) hue-rotate(180deg); }' : '',
    `body { margin: 0; padding: 20px; color: ${ink}; background: ${paper}; overflow-wrap: anywhere;`,
    "font: 15px/1.5 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }",
    `a { color: ${quiet}; } img { max-width: 100%; }`,
    `</style></head><body>${html}</body></html>`,
  ].join('\n')
}

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'"
