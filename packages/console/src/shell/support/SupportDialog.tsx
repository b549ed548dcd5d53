import { Button, Modal, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clearLocalData } from '../../session/local-data.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/notices.ts'
import { usePreference } from '../../ui/preferences.ts'
import { diagnosticText } from './diagnostic.ts'
import classes from './support.module.css'
import './text.ts'

/** What helps when something is wrong on this browser: what support should know, and a clean start. */
export default function SupportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [isOn, setOn] = usePreference('support', false)
  const [text] = useState(() => diagnosticText())
  return (
    <Modal
      opened
      onClose={onClose}
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
    // Whatever the page holds of it in memory goes with the page.
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
  await navigator.clipboard.writeText(text)
  notify({ color: 'success', text: 'support.copied' })
}
