import { Button, Modal, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getRecentCalls, readSlowCalls, readTimeouts } from '../../session/call-log.ts'
import { getFirm } from '../../session/firm.ts'
import { clearLocalData } from '../../session/local-data.ts'
import { getSession } from '../../session/session-store.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { isCovered } from '../../ui/is-covered.ts'
import { notify } from '../../ui/notices.ts'
import { usePreference } from '../../ui/preferences.ts'
import { readStored } from '../../ui/stored.ts'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import classes from './support.module.css'
import './text.ts'
import { copyText } from '../../ui/copy-text.ts'

/** Offers help when something is wrong in this browser: information for support, and a clean start. */
export default function SupportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  const [isOn, setOn] = usePreference('support', false)
  const [text] = useState(() => diagnosticText())
  return (
    <Modal
      opened
      onClose={() => !isCovered(classes.parts) && onClose()}
      size="lg"
      title={t('support.title')}
      closeButtonProps={{ 'aria-label': t('support.close') }}
    >
      <div className={classes.parts}>
        <Switch
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
          label={t('support.mode')}
          description={t('support.modeHelp')}
        />
        <section className={classes.part}>
          <h3>{t('support.diagnostic')}</h3>
          <p>{t('support.diagnosticHelp')}</p>
          <textarea className={classes.text} readOnly value={text} aria-label={t('support.diagnostic')} rows={10} />
          <div>
            <Button variant="default" onClick={() => void copy(text)}>
              {t('support.copy')}
            </Button>
          </div>
        </section>
        <LocalData />
      </div>
    </Modal>
  )
}

function LocalData() {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const clear = () => {
    clearLocalData()
    // Whatever the page still has in memory goes away with the page.
    window.location.reload()
  }
  return (
    <section className={classes.part}>
      <h3>{t('support.local')}</h3>
      <p>{t('support.localHelp')}</p>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('support.clear')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          opened
          title={t('support.clearTitle')}
          text={t('support.clearText')}
          confirm={t('support.clearConfirm')}
          cancel={t('support.keep')}
          onConfirm={clear}
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  )
}

async function copy(text: string): Promise<void> {
  if (await copyText(text)) notify({ color: 'success', text: 'support.copied' })
}

/**
 * Returns the facts support needs, as text: the page, the user, the browser, and the results of calls. No
 * secrets and no content: no tokens, no names, and only the paths of addresses, without search terms.
 */
function diagnosticText(now = new Date()): string {
  const session = getSession()
  return JSON.stringify(
    {
      at: now.toISOString(),
      page: window.location.pathname,
      firm: getFirm().id,
      user: session?.user.id,
      role: session?.role.id,
      viewed_as: session?.ownRole ? session.role.id : undefined,
      token_good_for_s: session && Math.round((session.expiresAt - now.getTime()) / 1000),
      browser: navigator.userAgent,
      online: navigator.onLine,
      window: `${innerWidth}x${innerHeight} at ${devicePixelRatio}`,
      language: navigator.language,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      console: scriptOf(document),
      look: readStored('look'),
      timeouts: readTimeouts(),
      recent_calls: getRecentCalls().slice(0, 20),
      slow_calls: readSlowCalls().slice(0, 20),
    },
    null,
    2,
  )
}

/** Returns the name of the console's script, whose hash identifies the build. */
function scriptOf(page: Document): string | undefined {
  const source = page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  return source ? new URL(source).pathname : undefined
}
